import CMicroHTTPD
import HTTPCore

/// One `MHD_Response`, owned: it is destroyed when this object goes, or later, when the last connection that sends it
/// is done (the library counts references).
@safe final class LibraryResponse: TransportForm, @unchecked Sendable {
    // Unchecked: the library's response is reference counted under its own lock. What `init` made is changed by `lend`
    // and `giveBack` alone, on the thread of the one worker that has it, while no connection sends it.
    private let pointer: OpaquePointer
    /// The fields that belong to the request that is being answered.
    private var own: [ResponseField] = []
    /// The status code.
    let status: Int
    /// The bytes of the content; 0 of one that waits.
    let size: Int

    /// The form that a prepared response has kept, made now where it has none; nil where it cannot be made.
    static func kept(by prepared: PreparedResponse) -> LibraryResponse? {
        let form = prepared.transportForm ?? LibraryResponse(prepared.response, closes: false).map(prepared.keep)
        guard let form else { return nil }
        precondition(type(of: form) == LibraryResponse.self, "a prepared response belongs to one transport")
        return unsafe unsafeDowncast(form, to: LibraryResponse.self)
    }

    /// A form of a repeated response that no connection sends, with the request's own fields; nil where it cannot be made.
    /// It is given back when the request is complete.
    static func lent(by repeated: RepeatedResponse, own: [ResponseField]) -> LibraryResponse? {
        let form: LibraryResponse
        if let idle = repeated.idleForms.popLast() {
            precondition(type(of: idle) == LibraryResponse.self, "a repeated response belongs to one transport")
            form = unsafe unsafeDowncast(idle, to: LibraryResponse.self)
        } else if let new = LibraryResponse(repeated.response, closes: false) {
            form = new
        } else {
            return nil
        }
        form.own = own
        return unsafe add(own, closes: false, to: form.pointer) ? form : nil
    }

    /// The forms that are kept of one repeated response at most: more are in use only where clients are slow to read.
    private static let maximumIdle = 4

    /// Takes the request's own fields off again and keeps the form for another request.
    func giveBack(to repeated: RepeatedResponse) {
        guard repeated.idleForms.count < Self.maximumIdle else { return }
        for field in own {
            let isRemoved = unsafe field.name.withCString { name in
                unsafe field.value.withCString { value in unsafe MHD_del_response_header(pointer, name, value) == .YES }
            }
            // One that cannot be restored is not used again.
            if !isRemoved { return }
        }
        own = []
        repeated.idleForms.append(self)
    }

    /// Builds the library's form, or nil where the library refuses a field or has no memory.
    init?(_ response: Response, closes: Bool) {
        guard let pointer = unsafe Self.make(response, closes: closes) else { return nil }
        unsafe self.pointer = pointer
        status = response.status
        size = response.body.count
        super.init()
    }

    /// Builds the library's form of a body that waits.
    ///
    /// - Parameter isToHead: whether the body is not sent. To HEAD the library would send the last chunk of a body
    ///   that it does not send; so there are no chunks, and the connection ends.
    init?(_ response: Response, streaming body: StreamBody, isToHead: Bool, closes: Bool) {
        guard let pointer = unsafe responseForStream(body) else { return nil }
        guard unsafe !isToHead || mhd_set_unframed(pointer) == .YES,
            unsafe Self.add(response.fields, closes: closes || response.closesConnection, to: pointer)
        else {
            unsafe MHD_destroy_response(pointer)
            return nil
        }
        unsafe self.pointer = pointer
        status = response.status
        size = 0
        super.init()
    }

    deinit {
        unsafe MHD_destroy_response(pointer)
    }

    /// Hands the response to the library, which sends it after the callback returns.
    func queue(on connection: OpaquePointer) -> MHD_Result {
        unsafe MHD_queue_response(connection, UInt32(clamping: status), pointer)
    }

    private static func make(_ response: Response, closes: Bool) -> OpaquePointer? {
        let created: OpaquePointer?
        switch response.body {
        case .none:
            unsafe created = MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            unsafe created = bytes.withUnsafeBytes { buffer in
                // The library copies, so nothing is written through the pointer that it wants mutable.
                unsafe MHD_create_response_from_buffer(
                    buffer.count, UnsafeMutableRawPointer(mutating: buffer.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .shared(let bytes):
            unsafe created = responseForShared(bytes)
        }
        guard let pointer = unsafe created else { return nil }
        guard unsafe add(response.fields, closes: closes || response.closesConnection, to: pointer) else {
            unsafe MHD_destroy_response(pointer)
            return nil
        }
        return unsafe pointer
    }

    private static func add(_ fields: [ResponseField], closes: Bool, to pointer: OpaquePointer) -> Bool {
        // The library refuses an empty value; a field without one says nothing and is left out.
        for field in fields where !field.value.isEmpty {
            // Not as arguments: a string that is passed for a C string there is copied into an array of its own.
            let isAdded = unsafe field.name.withCString { name in
                unsafe field.value.withCString { value in unsafe MHD_add_response_header(pointer, name, value) == .YES }
            }
            guard isAdded else { return false }
        }
        return unsafe !closes || MHD_add_response_header(pointer, "Connection", "close") == .YES
    }
}
