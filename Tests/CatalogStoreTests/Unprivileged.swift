import Foundation

@testable import CatalogStore

/// Runs a closure, and whatever threads it starts, as somebody who may not read everything: root may, and tests often run
/// as root. Where they do not this changes nothing.
func unprivileged<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    typealias SetUser = @convention(c) (UInt32) -> Int32
    let result = Awaited<Swift.Result<Result, any Error>>()
    let thread = Foundation.Thread {
        // Of this thread and its children alone, which the ways that name a user for the whole process are not.
        if getuid() == 0, let symbol = unsafe dlsym(nil, "setfsuid") {
            _ = unsafe unsafeBitCast(symbol, to: SetUser.self)(65534)
        }
        result.bring(Swift.Result { try body() })
    }
    thread.start()
    return try result.wait().get()
}
