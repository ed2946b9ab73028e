/// Why a document was not rendered. Nothing of it has been sent then.
package enum RenderFailure: Error, Sendable {
    /// It would have cost more than the limits allow.
    case limit(RenderLimitError)
    /// Placeholders are missing, and the request asked for an error in that case.
    case missing(MissingReport)
}

/// A rendered document.
package struct Rendering: Sendable {
    /// The document with its placeholders replaced.
    package var output: [UInt8]
    /// What was not found.
    package var missing: MissingReport
    /// The messages that were put in, references included.
    package var expansions: Int
}

extension Document {
    /// Renders in one locale.
    ///
    /// - Parameters:
    ///   - arguments: those of the request, farther than any of the document's own.
    ///   - clock: the time zone of the request.
    /// - Throws: `RenderFailure.limit` where it would cost too much, `.missing` under the policy `error` alone.
    package func render(
        strings: Strings, arguments: ArgumentScope? = nil, missing policy: MissingPolicy = .keep,
        limits: RenderLimits = RenderLimits(), clock: MessageClock = .utc
    ) throws(RenderFailure) -> Rendering {
        try render(
            chains: [strings], arguments: arguments, policy: policy, limits: limits, clock: clock
        ) { _, body, output in
            output = body
        }
    }

    /// Renders once for each locale, into one JSON object: `{"fr": …, "de": …}` without white space of its own. Texts
    /// and markup stand in it as JSON strings, widget trees as they are, without their byte order mark.
    ///
    /// Limits hold for all locales together.
    ///
    /// - Parameters:
    ///   - locales: the names of the members, in order, each with the strings to render from.
    package func render(
        locales: [(name: String, strings: Strings)], arguments: ArgumentScope? = nil,
        missing policy: MissingPolicy = .keep, limits: RenderLimits = RenderLimits(),
        clock: MessageClock = .utc
    ) throws(RenderFailure) -> Rendering {
        let isTree = kind == .widgetTree
        var rendering = try render(
            chains: locales.map(\.strings), arguments: arguments, policy: policy, limits: limits, clock: clock
        ) { index, body, output in
            output.append(index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ","))
            JSONText.appendQuoted(locales[index].name, to: &output)
            output.append(UInt8(ascii: ":"))
            if isTree {
                output.append(contentsOf: body.starts(with: Self.byteOrderMark) ? body[3...] : body[...])
            } else {
                unsafe body.withUnsafeBufferPointer { body in unsafe JSONText.appendQuoted(body, to: &output) }
            }
        }
        if locales.isEmpty { rendering.output.append(UInt8(ascii: "{")) }
        rendering.output.append(UInt8(ascii: "}"))
        if rendering.output.count > limits.maximumOutput { throw .limit(.output) }
        return rendering
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private func render(
        chains: [Strings], arguments: ArgumentScope?, policy: MissingPolicy, limits: RenderLimits,
        clock: MessageClock,
        frame: (Int, [UInt8], inout [UInt8]) -> Void
    ) throws(RenderFailure) -> Rendering {
        var output: [UInt8] = []
        var report = MissingReport()
        if policy == .error {
            for (index, strings) in chains.enumerated() {
                var pass = RenderPass(document: self, strings: strings, locale: index, policy: policy, clock: clock)
                pass.findMissing(&report)
            }
            if report.count > 0 { throw .missing(report) }
        }
        var scopes = ScopeCache(scopes: scopes, outermost: arguments)
        var expansions = 0
        for (index, strings) in chains.enumerated() {
            var rest = limits
            rest.maximumExpansions -= expansions
            // What the frame takes is counted as it is written.
            rest.maximumOutput -= output.count
            if rest.maximumOutput < 0 { throw .limit(.output) }
            var pass = RenderPass(document: self, strings: strings, locale: index, policy: policy, clock: clock)
            var body: [UInt8] = []
            do throws(RenderLimitError) {
                expansions += try pass.run(limits: rest, scopes: &scopes, report: &report, into: &body)
            } catch {
                throw .limit(error)
            }
            frame(index, body, &output)
        }
        if output.count > limits.maximumOutput { throw .limit(.output) }
        return Rendering(output: output, missing: report, expansions: expansions)
    }
}
