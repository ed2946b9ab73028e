internal import CBrotli

/// The highest quality, 11, makes real tables 8 to 10% smaller and takes 8 to 20 times as long; a catalog of fifty
/// tables is compressed anew after each reload, beside the requests.
private let brotliQuality: Int32 = 9

func brotliEncode(_ bytes: [UInt8]) -> [UInt8]? {
    let bound = BrotliEncoderMaxCompressedSize(bytes.count)
    guard bound > 0 else { return nil }
    var finished = false
    let result = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
        var size = bound
        finished =
            unsafe bytes.withUnsafeBufferPointer { source in
                unsafe BrotliEncoderCompress(
                    brotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, source.count, source.baseAddress, &size,
                    target.baseAddress) == BROTLI_TRUE
            }
        count = finished ? size : 0
    }
    return finished ? result : nil
}
