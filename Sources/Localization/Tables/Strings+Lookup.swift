/// What a reader finds at a key path, over the whole chain.
package enum KeyPathContent: Sendable, Hashable {
    /// A message, perhaps with others below its key path.
    case message(MessageReference)
    /// No message, but key paths below this one.
    case subtree
    /// A number or a boolean, which whole tables show and which is no message.
    case value
    /// Nothing, or nothing but empty strings and `null`.
    case nothing
}

extension Strings {
    /// The message at a key path as the translator wrote it, or the key path itself where there is none.
    ///
    /// Segments are joined by dots, as in `login.title`; they match byte for byte. A key path at which no string
    /// stands is missing: the answer is the key path, which a reader notices and a search finds.
    public func string(forKeyPath keyPath: String) -> String {
        string(forKeyPath: keyPath, default: keyPath)
    }

    /// The message at a key path as the translator wrote it, or this default where there is none.
    public func string(forKeyPath keyPath: String, default defaultValue: String) -> String {
        message(forKeyPath: keyPath) ?? defaultValue
    }

    /// The message at a key path as the translator wrote it, or nil where there is none.
    public func message(forKeyPath keyPath: String) -> String? {
        var keyPath = keyPath
        return keyPath.withUTF8 { path -> String? in
            guard let found = unsafe message(at: path) else { return nil }
            return unsafe String(decoding: chain[found.step].text(of: found.node), as: UTF8.self)
        }
    }

    /// What stands at a key path.
    package func content(at path: [UInt8]) -> KeyPathContent {
        unsafe path.withUnsafeBufferPointer { path in
            if let message = unsafe message(at: path) { return .message(message) }
            let hash = unsafe Table.hash(of: path)
            var content = KeyPathContent.nothing
            for table in chain {
                guard let node = unsafe table.node(at: path, hash: hash) else { continue }
                if table.containerKind(of: node) != .none { return .subtree }
                switch table.valueKind(of: node) {
                case .number, .yes, .no: content = .value
                case .none, .message, .emptyString, .null: break
                }
            }
            return content
        }
    }

    /// A message as the translator wrote it.
    package func text(of message: MessageReference) -> [UInt8] {
        unsafe Array(chain[message.step].text(of: message.node))
    }

    /// The locale that supplied a message.
    package func tag(of message: MessageReference) -> LanguageTag { chain[message.step].tag }
}
