import CMicroHTTPD
import Glibc
import HTTPCore

// What the library calls. Each function unwraps, forwards and returns. They stand in a file of a library, outside any
// type, because a closure that is inferred to be the main actor's dies on the library's threads.

/// The exchange that the library holds for a socket or for a request of it.
///
/// Used without counting a reference for each call: `connectionChanged` makes the only one and releases it when the
/// socket is closed, and the library completes a request before that.
@inline(__always)
private func withExchange<Result>(_ opaque: UnsafeMutableRawPointer, _ body: (Exchange) -> Result) -> Result {
    unsafe Unmanaged<Exchange>.fromOpaque(opaque)._withUnsafeGuaranteedRef(body)
}

/// The request line was read: the exchange begins.
func requestTarget(
    _ context: UnsafeMutableRawPointer?, _ target: UnsafePointer<CChar>?, _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let target = unsafe target, let connection = unsafe connection,
        let exchange = unsafe mhd_connection_context(connection)
    else { return nil }
    unsafe withExchange(exchange) { unsafe $0.start(target: target) }
    return unsafe exchange
}

/// The header section was read, a piece of the body was, or all of it.
func requestProgress(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
    _ size: UnsafeMutablePointer<Int>?, _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let opaque = unsafe slot?.pointee, let method = unsafe method, let version = unsafe version,
        let size = unsafe size
    else { return .NO }
    return unsafe withExchange(opaque) { exchange in
        if !exchange.hasHead {
            return unsafe exchange.begin(method: method, version: version)
        }
        guard let data = unsafe data else { return exchange.answer() }
        let count = unsafe size.pointee
        // What follows a request without a body that waited for 100 is offered as none of its body, before the request
        // is complete; an answer to that would be refused.
        if count == 0 { return .YES }
        unsafe size.pointee = 0
        return unsafe exchange.receive(UnsafeRawBufferPointer(start: data, count: count))
    }
}

/// The request is over, answered or not. The library calls this for each request for which it has called
/// `requestTarget`, aborted ones too.
func requestCompleted(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_RequestTerminationCode
) {
    guard let opaque = unsafe slot?.pointee else { return }
    unsafe slot?.pointee = nil
    unsafe withExchange(opaque) { $0.complete(wasSent: code == .REQUEST_TERMINATED_COMPLETED_OK) }
}

/// A socket was accepted, or is about to be closed. The reference that is made here is released here.
func connectionChanged(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
    _ slot: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ code: MHD_ConnectionNotificationCode
) {
    guard let context = unsafe context, let slot = unsafe slot, let connection = unsafe connection else { return }
    let server = unsafe Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
    if code == .CONNECTION_NOTIFY_STARTED {
        let accepted = unsafe server.accepted(
            socket: mhd_connection_socket(connection), peer: numericAddress(mhd_connection_address(connection)))
        let exchange = unsafe Exchange(connection: accepted, library: connection)
        unsafe slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
    } else if let opaque = unsafe slot.pointee {
        unsafe slot.pointee = nil
        server.closed(unsafe Unmanaged<Exchange>.fromOpaque(opaque).takeRetainedValue().connection)
    }
}

/// One line of the header section.
func headerField(
    _ context: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    guard let context = unsafe context else { return .NO }
    let section = unsafe context.assumingMemoryBound(to: HeaderSection.self)
    unsafe section.pointee.read(name: bytes(name, nameSize), value: bytes(value, valueSize))
    return .YES
}

private func bytes(_ pointer: UnsafePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeRawBufferPointer(start: pointer, count: pointer == nil ? 0 : count).assumingMemoryBound(to: UInt8.self)
}

/// A message of the library's.
func libraryMessage(_ context: UnsafeMutableRawPointer?, _ message: UnsafePointer<CChar>?) {
    guard let context = unsafe context, let message = unsafe message else { return }
    let server = unsafe Unmanaged<Server>.fromOpaque(context).takeUnretainedValue()
    server.configuration.log(unsafe String(cString: message))
}

/// The library wants more of a stream.
private func streamRead(
    _ context: UnsafeMutableRawPointer?, _ position: UInt64, _ buffer: UnsafeMutablePointer<CChar>?, _ maximum: Int
) -> Int {
    guard let context = unsafe context else { return -1 }
    let body = unsafe Unmanaged<StreamBody>.fromOpaque(context).takeUnretainedValue()
    return unsafe body.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: maximum))
}

/// The library has let go of a stream's response.
private func streamFreed(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<StreamBody>.fromOpaque(context).release()
}

/// A response of unknown length that reads from `body`; the reference is released in `streamFreed`.
func responseForStream(_ body: StreamBody) -> OpaquePointer? {
    let opaque = unsafe Unmanaged.passRetained(body).toOpaque()
    // All ones stands for "unknown" (`MHD_SIZE_UNKNOWN`, a macro that Swift does not see).
    let response = unsafe MHD_create_response_from_callback(UInt64.max, 4096, streamRead, opaque, streamFreed)
    if unsafe response == nil { unsafe Unmanaged<StreamBody>.fromOpaque(opaque).release() }
    return unsafe response
}

/// The library has sent shared bytes for the last time.
private func sharedFreed(_ context: UnsafeMutableRawPointer?) {
    guard let context = unsafe context else { return }
    unsafe Unmanaged<SharedBytes>.fromOpaque(context).release()
}

/// A response that sends shared bytes where they are; the reference is released in `sharedFreed`.
func responseForShared(_ bytes: SharedBytes) -> OpaquePointer? {
    let opaque = unsafe Unmanaged.passRetained(bytes).toOpaque()
    // The library reads only; the parameter is mutable for those who hand over memory to free.
    let response = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.buffer.baseAddress), sharedFreed, opaque)
    if unsafe response == nil { unsafe Unmanaged<SharedBytes>.fromOpaque(opaque).release() }
    return unsafe response
}
