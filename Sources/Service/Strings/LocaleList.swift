import HTTPCore
import Localization

/// `GET /strings`: the locales.
struct LocaleList {
    let view: CatalogView

    /// The answer, in the coding that the client likes best.
    func answer(fields: RequestFields, chores: Chores) throws(ProblemDetails) -> Answer {
        guard let found = view.documents.document(.locales, make: { Representation(json, language: "") }) else {
            throw .noSuchAddress
        }
        let facts = AnswerFacts.coding
        switch found.document.choose(AcceptEncoding(fields.joined(.acceptEncoding)), chores: chores) {
        case .send(let coded, let coding, let isFinal):
            var header: [ResponseField] = [
                .nosniff, ResponseField("Content-Type", Representation.contentType),
                ResponseField("Cache-Control", CacheControl.noCache.value()),
            ]
            if coding != .identity { header.append(ResponseField("Content-Encoding", coding.name)) }
            if let vary = facts.vary { header.append(vary) }
            header += [ResponseField("ETag", coded.tag.quoted), view.versionField]
            return Answer(
                Response(status: 200, fields: header, body: .shared(coded.bytes)), tag: coded.tag,
                reuse: isFinal ? facts : nil)
        case .pending: throw .codingPending(facts)
        case .none: throw .noAcceptableCoding(facts)
        }
    }

    private var json: [UInt8] {
        let catalog = view.catalog
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", catalog.version)
            writer.member("default", view.tags[catalog.languages.defaultIndex])
            writer.name("locales".utf8)
            writer.array { writer in
                for index in catalog.tables.indices { writer.object { describe(index, &$0) } }
            }
        }
        return writer.bytes
    }

    private func describe(_ index: Int, _ writer: inout JSONWriter) {
        let catalog = view.catalog
        let table = catalog.tables[index]
        writer.member("tag", view.tags[index])
        writer.member("name", table.tag.nameInItself)
        writer.member("englishName", table.tag.nameInEnglish)
        writer.member("direction", table.tag.isRightToLeft ? "rtl" : "ltr")
        writer.member("keys", table.messageCount)
        writer.name("completeness".utf8)
        writer.raw(
            Self.ratio(
                catalog.translatedCounts[index],
                of: catalog.tables[catalog.languages.defaultIndex].messageCount))
        writer.member("default", index == catalog.languages.defaultIndex)
        writer.member("version", version(of: table))
    }

    /// A hash of the table's own files.
    private func version(of table: Table) -> String {
        var hash = SHA256()
        hash.update(Array(table.tag.description.utf8))
        for file in table.files {
            hash.update(Array("\n\(file.keyPrefix)\n".utf8))
            hash.update(file.digest.bytes)
        }
        return hash.finish().hexadecimal(count: 8)
    }

    /// A share from 0 to 1 with at most four decimals, rounded down so that only what is whole is 1.
    static func ratio(_ part: Int, of whole: Int) -> [UInt8] {
        guard whole > 0, part < whole else { return Array("1".utf8) }
        let tenThousandths = part * 10_000 / whole
        if tenThousandths == 0 { return Array("0".utf8) }
        var digits = String(tenThousandths)
        digits = String(repeating: "0", count: 4 - digits.count) + digits
        while digits.hasSuffix("0") { digits.removeLast() }
        return Array("0.\(digits)".utf8)
    }
}
