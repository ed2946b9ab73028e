import CICU

/// One of ICU's number formatters.
@safe final class ICUNumberFormat: Sendable {
    /// Immutable and safe to share, by ICU's promise for `LocalizedNumberFormatter`.
    private nonisolated(unsafe) let format: OpaquePointer
    /// Whether the style is a skeleton: then ICU's plural category is that of the number as it is.
    let isSkeleton: Bool

    init(locale: String, style: parlance_number_style, text: [UInt8]) throws(ICUError) {
        var error: UnsafePointer<CChar>?
        let opened = unsafe withText(text) { bytes, size in
            unsafe parlance_number_format_open(locale, style, bytes, size, &error)
        }
        guard let opened = unsafe opened else {
            throw unsafe ICUError(name: error.map { unsafe String(cString: $0) } ?? "unknown")
        }
        unsafe format = opened
        isSkeleton = style == parlance_number_style_skeleton
    }

    deinit { unsafe parlance_number_format_close(format) }

    /// Appends a number; false where ICU fails.
    func append(_ quantity: Quantity, to output: inout [UInt8]) -> Bool {
        let number = quantity.spelling
        return unsafe appendText(to: &output) { memory, capacity in
            unsafe withText(number) { bytes, size in
                unsafe parlance_number_format_decimal(format, bytes, size, memory, capacity)
            }
        }
    }

    /// The plural category of a number as this formatter shows it.
    func category(of quantity: Quantity, ordinal: Bool) -> PluralCategory {
        let index = unsafe withText(quantity.spelling) { bytes, size in
            unsafe parlance_number_format_category(format, ordinal, bytes, size)
        }
        return PluralCategory(rawValue: UInt8(index)) ?? .other
    }
}

/// One of ICU's date formatters.
@safe final class ICUDateFormat: Sendable {
    /// The C side lets one thread at a time use it.
    private nonisolated(unsafe) let format: OpaquePointer

    init(locale: String, isTime: Bool, style: parlance_date_style, text: [UInt8]) throws(ICUError) {
        var error: UnsafePointer<CChar>?
        let opened = unsafe withText(text) { bytes, size in
            unsafe parlance_date_format_open(locale, isTime, style, bytes, size, &error)
        }
        guard let opened = unsafe opened else {
            throw unsafe ICUError(name: error.map { unsafe String(cString: $0) } ?? "unknown")
        }
        unsafe format = opened
    }

    deinit { unsafe parlance_date_format_close(format) }

    /// Appends an instant as a clock in this zone shows it; false where ICU fails.
    ///
    /// - Parameters:
    ///   - milliseconds: since 1970 in UTC.
    ///   - zone: the name of the time zone.
    ///   - offset: the zone's offset at that instant, in seconds east of Greenwich.
    func append(milliseconds: Int64, zone: String, offset: Int, to output: inout [UInt8]) -> Bool {
        unsafe appendText(to: &output) { memory, capacity in
            unsafe parlance_date_format_instant(format, Double(milliseconds), zone, Int32(offset), memory, capacity)
        }
    }
}

private func withText<Result>(_ text: [UInt8], _ body: (UnsafePointer<CChar>, Int32) -> Result) -> Result {
    unsafe text.withUnsafeBytes { buffer in
        guard let base = buffer.baseAddress else {
            var nothing: CChar = 0
            return unsafe body(&nothing, 0)
        }
        return unsafe body(base.assumingMemoryBound(to: CChar.self), Int32(buffer.count))
    }
}

/// Appends text of a size that only the writer knows: a second call finds the room that the first one asked for.
private func appendText(
    to output: inout [UInt8], _ write: (UnsafeMutablePointer<CChar>, Int32) -> Int32
) -> Bool {
    var capacity = 256
    while true {
        let size = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { memory in
            let size = unsafe Int(write(memory.baseAddress!, Int32(capacity)))
            if size >= 0 && size <= capacity {
                unsafe output.append(
                    contentsOf: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<size]))
            }
            return size
        }
        if size < 0 { return false }
        if size <= capacity { return true }
        capacity = size
    }
}
