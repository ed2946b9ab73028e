import Foundation

@testable import CatalogStore

/// Runs closures as somebody who may not read everything: root may, and tests often run as root.
enum Unprivileged {
    private static let nobody: UInt32 = 65534

    /// Whether there is such a somebody: this user, or one whom root may become.
    static let isPossible: Bool = getuid() != 0 || ((try? run { setUser(.max) == Int32(nobody) }) ?? false)

    /// Runs a closure, and whatever threads it starts, without the rights of root.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let result = Awaited<Swift.Result<Result, any Error>>()
        let thread = Foundation.Thread {
            // Of this thread and its children alone, which the ways that name a user for the whole process are not.
            if getuid() == 0 { _ = setUser(nobody) }
            result.bring(Swift.Result { try body() })
        }
        thread.start()
        return try result.wait().get()
    }

    /// Sets the user as whom this thread reads files, and returns who that was before; one that is none changes nothing.
    private static func setUser(_ user: UInt32) -> Int32 {
        typealias SetUser = @convention(c) (UInt32) -> Int32
        guard let symbol = unsafe dlsym(nil, "setfsuid") else { return -1 }
        return unsafe unsafeBitCast(symbol, to: SetUser.self)(user)
    }
}
