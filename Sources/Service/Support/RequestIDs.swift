import HTTPCore

/// Names requests: by what they brought, where that is well-formed, else by the process and a number.
struct RequestIDs: Sendable {
    private let process = UInt64.random(in: .min ... .max)

    /// The id of a request; asking twice gives the same one.
    func id(of head: RequestHead) -> RequestID {
        brought(by: head) ?? made(for: head)
    }

    /// The id that a request gets which brought none.
    func made(for head: RequestHead) -> RequestID { RequestID(process, head.sequence) }

    /// The well-formed id that the request brought, or nil.
    func brought(by head: RequestHead) -> RequestID? {
        guard head.fields.contains(.xRequestID), head.fields.count(of: .xRequestID) == 1 else { return nil }
        return head.fields.first(.xRequestID).flatMap { RequestID($0) }
    }
}
