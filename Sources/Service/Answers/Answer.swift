import HTTPCore

/// An answer of the service, with what is known about using it again.
struct Answer {
    /// The whole answer.
    private(set) var response: Response
    /// The representation's entity tag; nil where there is none.
    let tag: EntityTag?
    /// The answer for a client that has the representation already; nil where there is no tag.
    private(set) var notModified: Response?
    /// What it depends on beside the target, where the same request gets the same answer as long as the catalog stands;
    /// nil where it must be made each time.
    let reuse: AnswerFacts?
    /// The body that comes after the header section and can wait; nil where the response has it all.
    var stream: (any StreamSource)?

    /// An answer made for one request.
    init(once response: Response, stream: (any StreamSource)? = nil) {
        self.response = response
        self.stream = stream
        tag = nil
        reuse = nil
    }

    /// An answer that stands as long as its catalog does, where `reuse` says so.
    ///
    /// A 304 repeats what keeps a stored answer fresh: `ETag`, `Vary`, `Cache-Control` (RFC 9110, section 15.4.5). It
    /// has the content of the 200, of which the transport sends the length alone.
    init(_ response: Response, tag: EntityTag?, reuse: AnswerFacts?) {
        self.response = response
        self.tag = tag
        self.reuse = reuse
        if tag != nil {
            let kept = ["ETag", "Vary", "Cache-Control", "X-Content-Type-Options", "Parlance-Version"]
            notModified = Response(
                status: 304, fields: response.fields.filter { kept.contains($0.name) }, body: response.body)
        }
    }

    /// Changes the answer and its 304 alike.
    mutating func decorate(_ change: (inout Response) -> Void) {
        change(&response)
        if var notModified {
            change(&notModified)
            self.notModified = notModified
        }
    }

    /// The answer for this request: the 304 where its condition says so.
    func response(for head: RequestHead) -> Response {
        guard let tag, let notModified, let value = head.fields.joined(.ifNoneMatch), IfNoneMatch(value).matches(tag)
        else { return response }
        return notModified
    }

    /// The bytes that keeping it costs, beside those that are kept anyway.
    var ownBytes: Int {
        if case .bytes(let bytes) = response.body { bytes.count } else { 0 }
    }
}
