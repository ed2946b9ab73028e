import HTTPCore

extension RequestHead {
    /// Whether a 304 must end the connection.
    ///
    /// A 304 has the length of the content that it stands for, which is not sent (RFC 9110, section 8.6). undici, the
    /// `fetch` of Node, takes the answer but waits for that content on its connection: it does not use the connection
    /// again and does not close it, and a program that asks often would hold one for each answer.
    var endsAtNotModified: Bool {
        guard let agent = fields.first(.userAgent) else { return false }
        return agent.elementsEqual("node".utf8) || agent.elementsEqual("undici".utf8)
    }
}
