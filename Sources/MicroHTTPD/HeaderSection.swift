import HTTPCore

/// The header section of a connection's request, read line by line into the memory of the one before.
///
/// A client that keeps its connection mostly sends the same lines again. They are compared with the last section's,
/// and copied, classified and judged from the first one on that differs: a section that was sent before costs its
/// comparison.
@safe struct HeaderSection {
    /// The lines; from `begin` to `end` those from `position` on are the last request's.
    private(set) var fields = RequestFields()
    private var position = 0
    /// Where the next line begins in the library's buffer if no byte stands unseen before it.
    private var next: UInt = 0
    private var hasGap = false
    /// Whether the section was another one than the last.
    private(set) var isNew = true

    /// Begins to read the lines that follow the request line, which is as long as its three parts, two spaces and the
    /// end of the line.
    mutating func begin(at address: UInt) {
        position = 0
        next = address
        hasGap = false
        isNew = false
    }

    /// Takes one line. The library cuts the white space before a value only.
    ///
    /// A `Transfer-Encoding` stays as it is: with a space behind it `chunked` is a foreign coding to the library, and
    /// what is judged must be what it frames by.
    mutating func read(name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>) {
        unsafe follow(name, value)
        var value = unsafe value
        while let last = unsafe value.last, last == 0x20 || last == 0x09,
            unsafe KnownField(name: name) != .transferEncoding
        {
            unsafe value = UnsafeBufferPointer(rebasing: value.dropLast())
        }
        if unsafe !fields.hasLine(at: position, name: name, value: value) {
            isNew = true
            fields.keepFirst(position)
            unsafe fields.append(name: name, value: value)
        }
        position &+= 1
    }

    /// The section is complete.
    ///
    /// - Parameter end: the address behind the empty line.
    /// - Returns: whether there are bytes in the section that are in no line: a folded line, a bare LF, a NUL.
    mutating func end(at end: UInt) -> Bool {
        if position < fields.count {
            isNew = true
            fields.keepFirst(position)
        }
        if isNew { fields.judge() }
        return hasGap || next &+ 2 != end
    }

    /// Takes back the memory of a section that was large, and tells whether it was.
    mutating func trim() -> Bool {
        guard fields.byteCount > 4096 else { return false }
        fields = RequestFields()
        return true
    }

    /// Checks that a line stands right behind the one before it: the library leaves names and values where they arrived
    /// and writes a NUL over the colon and over the end of the line.
    private mutating func follow(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        guard let nameStart = name.baseAddress, let valueStart = value.baseAddress else {
            hasGap = true
            return
        }
        let colon = unsafe nameStart + name.count
        if UInt(bitPattern: nameStart) != next { hasGap = true }
        if unsafe valueStart <= colon || colon.pointee != 0 { hasGap = true }
        var space = unsafe colon + 1
        while unsafe space < valueStart {
            if unsafe space.pointee != 0x20, unsafe space.pointee != 0x09 {
                hasGap = true
                break
            }
            unsafe space += 1
        }
        next = UInt(bitPattern: valueStart) &+ UInt(value.count) &+ 2
    }
}
