import Glibc

/// What a name below the locales folder leads to.
enum Resolution {
    /// A regular file, and the folder that it really lies in.
    case file(Folder, name: [UInt8], FileSignature)
    case folder(Folder)
    /// A pipe, a socket or a device: never opened.
    case special
    /// Nothing any more, or a link to nothing.
    case absent(isLink: Bool)
    /// A link that leads out of the locales folder.
    case outside
    case failed(SystemError)
}

/// Follows symbolic links step by step, so that none leads out of the locales folder, whatever is swapped meanwhile.
struct LinkResolver {
    /// As many links as Linux itself follows.
    private static let maximumLinks = 40

    let top: Folder
    /// How the locales folder may be spelled in an absolute link: as configured, and as it really lies.
    let absolutePaths: [[UInt8]]

    /// Follows a name in a folder; `visit` learns of every name that decided where it leads, and in which folder.
    func resolve(_ name: [UInt8], in folder: Folder, visit: (Folder, [UInt8]) -> Void) -> Resolution {
        var current = folder
        var pending = [name]
        var links = 0
        do throws(SystemError) {
            while let component = pending.popLast() {
                if component == [.dot] { continue }
                if component == [.dot, .dot] {
                    guard let parent = current.parent else { return .outside }
                    current = parent
                    continue
                }
                visit(current, component)
                let status = try current.status(of: component)
                if status.isLink {
                    links += 1
                    guard links <= Self.maximumLinks else { throw SystemError(number: ELOOP) }
                    let target = try current.link(named: component)
                    if target.first == .slash {
                        guard let inside = relative(target) else { return .outside }
                        current = top
                        pending += inside.reversed()
                    } else {
                        pending += target.pathComponents.reversed()
                    }
                } else if status.isFolder {
                    current = try current.folder(named: component)
                } else if !pending.isEmpty {
                    return .absent(isLink: links > 0)
                } else if status.isRegularFile {
                    return .file(current, name: component, FileSignature(status))
                } else {
                    return .special
                }
            }
            return .folder(current)
        } catch {
            return error.meansAbsent ? .absent(isLink: links > 0) : .failed(error)
        }
    }

    /// The rest of an absolute path behind the locales folder's own.
    private func relative(_ target: [UInt8]) -> [[UInt8]]? {
        let components = target.pathComponents
        for path in absolutePaths {
            let prefix = path.pathComponents
            if components.starts(with: prefix) { return Array(components.dropFirst(prefix.count)) }
        }
        return nil
    }
}
