import CatalogStore
import HTTPCore
import Localization
import Operations

/// `GET /status`: what is served and what is wrong with it.
struct StatusReport {
    /// The status of the catalog in `view`.
    let status: CatalogStatus
    let view: CatalogView?
    /// Whether files, lines and reasons may be told; otherwise only how many problems there are.
    let showsPlaces: Bool
    let isDraining: Bool

    /// The report as JSON.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.name("version".utf8)
            if let version = status.catalog?.version { writer.string(version.utf8) } else { writer.null() }
            writer.name("loadedAt".utf8)
            if let loadedAt = status.loadedAt {
                writer.string(Clock.timestamp(UInt64(max(0, loadedAt)) &* 1_000_000_000).utf8)
            } else {
                writer.null()
            }
            writer.member("ready", view != nil && !isDraining)
            writer.member("watching", status.isWatching)
            writer.member("loads", status.loadCount)
            writer.member("refusedLoads", status.refusedLoadCount)
            if let refusal = status.refusal {
                if showsPlaces { writer.member("refusal", refusal) } else { writer.member("refused", true) }
            }
            writer.name("locales".utf8)
            writer.array(locales)
            writer.member("problemCount", status.problemCount)
            writer.member("checking", status.isChecking)
            if showsPlaces {
                writer.name("problems".utf8)
                writer.array { writer in
                    for problem in status.problems { writer.object { Self.describe(problem, &$0) } }
                }
            }
        }
        return writer.bytes
    }

    private func locales(_ writer: inout JSONWriter) {
        for tag in view?.tags ?? [] {
            writer.object { writer in
                writer.member("tag", tag)
                let files = status.files.filter { $0.tag.description == tag }
                guard showsPlaces else { return writer.member("fileCount", files.count) }
                writer.name("files".utf8)
                writer.array { writer in
                    for file in files {
                        writer.object { writer in
                            writer.member("path", file.path)
                            writer.member("size", file.size)
                            writer.member("bad", file.isBad)
                        }
                    }
                }
            }
        }
    }

    private static func describe(_ problem: Problem, _ writer: inout JSONWriter) {
        writer.member("code", problem.code.rawValue)
        writer.member("file", problem.file)
        if let line = problem.line { writer.member("line", line) }
        if let column = problem.column { writer.member("column", column) }
        if let keyPath = problem.keyPath { writer.member("key", keyPath) }
        writer.member("reason", problem.reason)
    }
}
