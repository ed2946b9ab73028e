import HTTPCore

/// A route as the metrics name it: few names, whatever a caller sends.
enum RouteLabel: Int, CaseIterable, Sendable {
    case console, livez, readyz, status, missing, metrics, openapi, events, reload, render, locales, table, path, add
    case other

    /// The label's value.
    var name: String { "\(self)" }

    /// Classifies a raw target by its first bytes; nothing is decoded, since this runs for every request.
    init(target: [UInt8], basePath: [UInt8]) {
        guard target.first == UInt8(ascii: "/") else {
            // The absolute form, which only proxies send.
            let path = RequestTarget(target).map { Array($0.path) } ?? []
            self = path.first == UInt8(ascii: "/") ? RouteLabel(target: path, basePath: basePath) : .other
            return
        }
        self = unsafe target.withUnsafeBufferPointer { target in
            var start = 0
            if !basePath.isEmpty, unsafe target.starts(with: basePath) { start = basePath.count }
            guard unsafe start < target.count && target[start] == UInt8(ascii: "/") else { return .other }
            // The first segment and how many slashes come after it.
            start += 1
            var end = start
            var slashes = 0
            var index = start
            while index < target.count, unsafe target[index] != UInt8(ascii: "?") {
                if unsafe target[index] == UInt8(ascii: "/") {
                    slashes += 1
                } else if slashes == 0 {
                    end = index + 1
                }
                index += 1
            }
            return unsafe Self.classify(UnsafeBufferPointer(rebasing: target[start..<end]), slashes)
        }
    }

    private static func classify(_ segment: UnsafeBufferPointer<UInt8>, _ slashes: Int) -> RouteLabel {
        switch (segment.count, slashes) {
        case (0, 0): return .console
        case (7, 0) where unsafe segment.isSpelled("strings"): return .locales
        case (7, 1) where unsafe segment.isSpelled("strings"): return .table
        case (7, 2) where unsafe segment.isSpelled("strings"): return .path
        case (6, 0) where unsafe segment.isSpelled("render"): return .render
        case (5, 0) where unsafe segment.isSpelled("livez"): return .livez
        case (6, 0) where unsafe segment.isSpelled("readyz"): return .readyz
        case (6, 0) where unsafe segment.isSpelled("status"): return .status
        case (6, 0) where unsafe segment.isSpelled("events"): return .events
        case (7, 0) where unsafe segment.isSpelled("missing"): return .missing
        case (7, 0) where unsafe segment.isSpelled("metrics"): return .metrics
        case (12, 0) where unsafe segment.isSpelled("openapi.json"): return .openapi
        case (5, 1) where unsafe segment.isSpelled("admin"): return .reload
        case (7, 1) where unsafe segment.isSpelled("locales"), (4, 1) where unsafe segment.isSpelled("i18n"),
            (6, 2) where unsafe segment.isSpelled("assets"):
            return .table
        case (7, 2) where unsafe segment.isSpelled("locales"): return .path
        case (7, 3) where unsafe segment.isSpelled("locales"): return .add
        default: return .other
        }
    }
}
