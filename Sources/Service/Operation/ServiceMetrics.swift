import HTTPCore
import Operations

/// What the service counts of its own work.
final class ServiceMetrics: Sendable {
    private static let statuses = [
        200, 202, 204, 304, 400, 401, 404, 405, 406, 413, 414, 415, 417, 422, 431, 500, 501, 503,
    ]

    let registry: Metrics
    private let requests: Counter
    private let durations: Histogram
    private let sent: Counter
    private let renders: Counter
    private let expansions: Counter
    private let rendered: Counter
    /// For each status below 600 its label's index.
    private let statusIndices: [UInt8]

    init(registry: Metrics) {
        self.registry = registry
        let routes = MetricLabel("route", values: RouteLabel.allCases.map(\.name))
        requests = registry.counter(
            "parlance_requests_total", help: "Requests by route and status; 0 is a connection that broke.",
            labels: [routes, MetricLabel("status", values: ["0"] + Self.statuses.map(String.init) + ["other"])])
        durations = registry.durations(
            "parlance_request_duration_seconds", help: "Time from a request's header section to the end of its answer.",
            labels: [routes])
        sent = registry.counter("parlance_sent_bytes_total", help: "Bytes of the bodies of answers.")
        renders = registry.counter("parlance_renders_total", help: "Documents rendered, one for each locale.")
        expansions = registry.counter("parlance_expansions_total", help: "Messages put into rendered documents.")
        rendered = registry.counter("parlance_rendered_bytes_total", help: "Bytes of rendered documents.")
        var indices = [UInt8](repeating: UInt8(Self.statuses.count + 1), count: 600)
        indices[0] = 0
        for (index, status) in Self.statuses.enumerated() { indices[status] = UInt8(index + 1) }
        statusIndices = indices
    }

    /// Counts the end of a request.
    func count(_ outcome: Outcome, route: RouteLabel, worker: Int) {
        let status = outcome.status >= 0 && outcome.status < 600 ? statusIndices[outcome.status] : statusIndices[599]
        requests.add(cell: route.rawValue * (Self.statuses.count + 2) + Int(status), worker: worker)
        durations.observe(outcome.duration, cell: route.rawValue, worker: worker)
        sent.add(outcome.sentBytes, worker: worker)
    }

    /// Counts a rendering.
    func countRendering(locales: Int, expansions: Int, bytes: Int, worker: Int) {
        renders.add(locales, worker: worker)
        self.expansions.add(expansions, worker: worker)
        rendered.add(bytes, worker: worker)
    }
}
