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
        var rendering = Rendering(output: [], missing: MissingReport(), expansions: 0)
        let pass = RenderPass(
            document: self, strings: strings, locale: 0, policy: policy, limits: limits, clock: clock)
        if policy == .error {
            pass.findMissing(&rendering.missing)
            if rendering.missing.count > 0 { throw .missing(rendering.missing) }
        }
        var scopes = ScopeCache(document: self, outermost: arguments)
        do throws(RenderLimitError) {
            rendering.expansions = try pass.run(
                scopes: &scopes, report: &rendering.missing, into: &rendering.output)
        } catch {
            throw .limit(error)
        }
        return rendering
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
        func pass(_ index: Int, limits: RenderLimits) -> RenderPass {
            RenderPass(
                document: self, strings: locales[index].strings, locale: index, policy: policy, limits: limits,
                clock: clock)
        }
        var rendering = Rendering(output: [UInt8(ascii: "{")], missing: MissingReport(), expansions: 0)
        if policy == .error {
            for index in locales.indices { pass(index, limits: limits).findMissing(&rendering.missing) }
            if rendering.missing.count > 0 { throw .missing(rendering.missing) }
        }
        var scopes = ScopeCache(document: self, outermost: arguments)
        for (index, locale) in locales.enumerated() {
            if index > 0 { rendering.output.append(UInt8(ascii: ",")) }
            JSONText.appendQuoted(locale.name, to: &rendering.output)
            rendering.output.append(UInt8(ascii: ":"))
            var rest = limits
            rest.maximumExpansions -= rendering.expansions
            rest.maximumOutput -= rendering.output.count
            if rest.maximumOutput < 0 { throw .limit(.output) }
            var body: [UInt8] = []
            do throws(RenderLimitError) {
                rendering.expansions += try pass(index, limits: rest).run(
                    scopes: &scopes, report: &rendering.missing, into: &body)
            } catch {
                throw .limit(error)
            }
            if isTree {
                rendering.output.append(contentsOf: body.starts(with: Self.byteOrderMark) ? body[3...] : body[...])
            } else {
                unsafe body.withUnsafeBufferPointer { body in
                    unsafe JSONText.appendQuoted(body, to: &rendering.output)
                }
            }
        }
        rendering.output.append(UInt8(ascii: "}"))
        if rendering.output.count > limits.maximumOutput { throw .limit(.output) }
        return rendering
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
