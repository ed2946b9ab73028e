import Glibc
import HTTPCore
import Operations
import Service
import Synchronization

/// The file of `--token-file`: one bearer token a line. It is read again when it changes, so that tokens can be
/// exchanged without a restart; a file that cannot be used then leaves the tokens as they are.
final class TokenFile: Sendable {
    /// The tokens as of now.
    let tokens: TokenList
    private let path: String
    private let log: Log
    private let content: Mutex<[UInt8]>

    /// Reads the file for the first time.
    init(path: String, log: Log) throws(StartError) {
        self.path = path
        self.log = log
        let bytes = SmallFile.read(path, limit: Self.maximumSize)
        content = Mutex(bytes)
        do {
            tokens = TokenList(try Self.parse(bytes))
        } catch {
            throw StartError("\(path): \(error.description)")
        }
    }

    /// Far more than any list of tokens takes.
    private static let maximumSize = 1 << 20

    /// Looks at the file once a second from now on, as long as the process lives.
    func follow() {
        let isFollowing = DetachedThread.start {
            while true {
                sleep(1)
                self.look()
            }
        }
        if !isFollowing {
            log.error("no thread for the token file: a change of it takes a restart")
        }
    }

    /// Takes over what the file holds now, where that is something else.
    func look() {
        let bytes = SmallFile.read(path, limit: Self.maximumSize)
        let isNew = content.withLock { content in
            defer { content = bytes }
            return content != bytes
        }
        guard isNew else { return }
        do {
            tokens.replace(with: try Self.parse(bytes))
            log.info("tokens were read again")
        } catch {
            log.error(
                "the token file was changed and cannot be used, the tokens before count",
                LogField("reason", error.description))
        }
    }

    /// The tokens of a file's content; empty lines and those that begin with `#` do not count.
    static func parse(_ content: [UInt8]) throws(StartError) -> [BearerToken] {
        var tokens: [BearerToken] = []
        for (index, line) in content.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            let isSpace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
            var line = line.drop(while: isSpace)
            while let last = line.last, isSpace(last) { line.removeLast() }
            if line.isEmpty || line.first == UInt8(ascii: "#") { continue }
            guard let token = BearerToken(line) else {
                throw StartError("line \(index + 1) is no bearer token (RFC 6750, section 2.1)")
            }
            tokens.append(token)
        }
        if tokens.isEmpty { throw StartError("there is no token in the file, or it cannot be read") }
        return tokens
    }
}
