/// Finds keys that stand twice in one object, in time linear in the number of members.
struct MemberIndex {
    /// A member of an object.
    struct Member {
        /// The number of the object that it is a member of.
        var object: UInt32
        /// Where its record stands in the tape.
        var record: UInt32
        /// Where its key stands in the tape.
        var keyOffset: UInt32
        var keyCount: UInt32
        var line: UInt32
        var column: UInt32
    }

    /// A hash in the high half, the position in `members` plus one in the low half; 0 is free. At most half are taken.
    private var slots = [UInt64](repeating: 0, count: 64)
    private var members: [Member] = []
    private var objectCount: UInt32 = 0

    /// A number for an object that begins.
    mutating func nextObject() -> UInt32 {
        objectCount &+= 1
        return objectCount
    }

    /// Enters a member; returns the one before it that has the same key, and takes its place.
    @inline(__always)
    mutating func insert(_ member: Member, in tape: [UInt8]) -> Member? {
        let key = Int(member.keyOffset)..<Int(member.keyOffset + member.keyCount)
        var hash = PathHash()
        unsafe tape.withUnsafeBufferPointer { tape in unsafe hash.append(UnsafeBufferPointer(rebasing: tape[key])) }
        let value = (hash.value ^ UInt64(member.object)) &* 0x9E37_79B9_7F4A_7C15
        let tag = value & 0xFFFF_FFFF_0000_0000
        let mask = slots.count &- 1
        var index = Int(truncatingIfNeeded: value >> 32) & mask
        while slots[index] != 0 {
            if slots[index] & 0xFFFF_FFFF_0000_0000 == tag {
                let position = Int(slots[index] & 0xFFFF_FFFF) - 1
                let other = members[position]
                let otherKey = Int(other.keyOffset)..<Int(other.keyOffset + other.keyCount)
                if other.object == member.object, tape[otherKey] == tape[key] {
                    members[position] = member
                    return other
                }
            }
            index = (index &+ 1) & mask
        }
        members.append(member)
        slots[index] = tag | UInt64(members.count)
        if members.count * 2 > slots.count { grow() }
        return nil
    }

    private mutating func grow() {
        let taken = slots.filter { $0 != 0 }
        slots = [UInt64](repeating: 0, count: slots.count * 4)
        for slot in taken {
            var index = Int(truncatingIfNeeded: slot >> 32) & (slots.count - 1)
            while slots[index] != 0 { index = (index + 1) & (slots.count - 1) }
            slots[index] = slot
        }
    }
}
