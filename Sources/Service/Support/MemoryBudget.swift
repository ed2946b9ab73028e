import HTTPCore
import Synchronization

/// Counts the bytes that bodies and outputs occupy, over all requests at once, and says no before memory does.
///
/// What a request holds is noted in its head, so that counting takes no lock.
final class MemoryBudget: Sendable {
    private let limit: Int
    private let held = Atomic<Int>(0)

    /// A budget of so many bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Charges bytes to a request; false where they would be too many, and then nothing is charged.
    ///
    /// - Parameter bytes: less than half of what an `Int` holds, so that no sum overflows.
    func charge(_ bytes: Int, to head: RequestHead) -> Bool {
        guard bytes <= limit else { return false }
        // Other threads see the bytes while it is decided: where little is left, one of two may be refused that would
        // have had room alone.
        if held.add(bytes, ordering: .relaxed).newValue > limit {
            held.subtract(bytes, ordering: .relaxed)
            return false
        }
        unsafe head.heldBytes += bytes
        return true
    }

    /// Charges what a request's body has grown by, in steps and no more than is to come; false where that would be too
    /// much, and then the request is refused and holds nothing.
    func extend(to bytes: Int, by step: Int, atMost whole: @autoclosure () -> Int?, for head: RequestHead) -> Bool {
        let held = unsafe head.heldBytes
        if bytes <= held { return true }
        if held == Self.refused { return false }
        let missing = bytes - held
        let rest = max(missing, (whole() ?? .max) - held)
        if charge(min((missing + step - 1) / step * step, rest), to: head) || charge(missing, to: head) { return true }
        release(head)
        refuse(head)
        return false
    }

    /// What the head of a request notes that was refused.
    private static let refused = -1

    /// Notes that a request's body gets no memory, until it is released.
    func refuse(_ head: RequestHead) { unsafe head.heldBytes = Self.refused }

    /// Whether it was so noted.
    func hasRefused(_ head: RequestHead) -> Bool { unsafe head.heldBytes == Self.refused }

    /// Gives back what a request holds, if anything.
    func release(_ head: RequestHead) {
        let bytes = unsafe head.heldBytes
        if bytes == 0 { return }
        unsafe head.heldBytes = 0
        if bytes > 0 { held.subtract(bytes, ordering: .relaxed) }
    }

    /// The bytes that are held at this moment.
    var used: Int { held.load(ordering: .relaxed) }
}
