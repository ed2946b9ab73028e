internal import CZlib

/// Deflates in one call into a buffer of the bound that zlib names for this length.
func gzipEncode(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= Int(UInt32.max) else { return nil }
    var stream = unsafe z_stream()
    guard unsafe parlance_deflate_init_gzip(&stream, Z_BEST_COMPRESSION) == Z_OK else { return nil }
    defer { unsafe deflateEnd(&stream) }
    let bound = unsafe Int(deflateBound(&stream, UInt(bytes.count)))
    guard bound <= Int(UInt32.max) else { return nil }
    return unsafe bytes.withUnsafeBufferPointer { source -> [UInt8]? in
        var finished = false
        let result = unsafe [UInt8](unsafeUninitializedCapacity: bound) { target, count in
            // zlib never writes through next_in; the type lacks the const for old callers' sake.
            unsafe stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            unsafe stream.avail_in = UInt32(source.count)
            unsafe stream.next_out = target.baseAddress
            unsafe stream.avail_out = UInt32(bound)
            finished = unsafe deflate(&stream, Z_FINISH) == Z_STREAM_END
            count = unsafe finished ? bound - Int(stream.avail_out) : 0
        }
        return finished ? result : nil
    }
}
