import Synchronization

/// The service's numbers, in the text format of Prometheus (version 0.0.4).
///
/// Metrics are made at start by those who count; a scrape reads them without stopping anyone.
package final class Metrics: Sendable {
    /// The media type of `text()`.
    package static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    /// Bounds for the time that a request takes, in nanoseconds: 50 µs to 10 s.
    package static let durationBounds: [UInt64] = [
        50_000, 100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000,
        100_000_000, 250_000_000, 1_000_000_000, 2_500_000_000, 10_000_000_000,
    ]

    private struct Gauge: Sendable {
        var name: String
        var help: String
        var kind: String
        var read: @Sendable () -> [(labels: String, value: Double)]
    }

    private enum Family: Sendable {
        case counter(Counter)
        case histogram(Histogram)
        case gauge(Gauge)
    }

    private let workers: Int
    private let families = Mutex<[Family]>([])

    /// Metrics for a service with so many workers.
    package init(workers: Int) {
        self.workers = workers
    }

    /// Makes a counter; its name ends in `_total` by convention.
    package func counter(_ name: String, help: String, labels: [MetricLabel] = []) -> Counter {
        let counter = Counter(name: name, help: help, labels: labels, workers: workers)
        families.withLock { $0.append(.counter(counter)) }
        return counter
    }

    /// Makes a histogram of times: values are observed in nanoseconds and written in seconds.
    package func durations(
        _ name: String, help: String, labels: [MetricLabel] = [], bounds: [UInt64] = durationBounds
    ) -> Histogram {
        let histogram = Histogram(
            name: name, help: help, labels: labels, bounds: bounds, divisor: 1e9, workers: workers)
        families.withLock { $0.append(.histogram(histogram)) }
        return histogram
    }

    /// Makes a gauge that is read at each scrape, on the thread that scrapes.
    package func gauge(_ name: String, help: String, read: @escaping @Sendable () -> Double) {
        append(name, help, "gauge") { [("", read())] }
    }

    /// Makes a counter that is kept elsewhere and read at each scrape.
    package func counter(_ name: String, help: String, read: @escaping @Sendable () -> Double) {
        append(name, help, "counter") { [("", read())] }
    }

    /// Makes a gauge that is always 1 and tells something by its label, such as a version. The value is read at each
    /// scrape and must come from the service itself, never from a request.
    package func information(
        _ name: String, help: String, label: String, read: @escaping @Sendable () -> String
    ) {
        append(name, help, "gauge") {
            [(MetricLabel.text([MetricLabel(label, values: [read()])], cell: 0), 1)]
        }
    }

    private func append(
        _ name: String, _ help: String, _ kind: String,
        _ read: @escaping @Sendable () -> [(labels: String, value: Double)]
    ) {
        families.withLock { $0.append(.gauge(Gauge(name: name, help: help, kind: kind, read: read))) }
    }

    /// Everything as text.
    package func text() -> String {
        var output = ""
        for family in families.withLock({ $0 }) {
            switch family {
            case .counter(let counter): counter.append(to: &output)
            case .histogram(let histogram): histogram.append(to: &output)
            case .gauge(let gauge):
                output += "# HELP \(gauge.name) \(gauge.help)\n# TYPE \(gauge.name) \(gauge.kind)\n"
                for sample in gauge.read() {
                    output += sample.labels.isEmpty ? gauge.name : "\(gauge.name){\(sample.labels)}"
                    output += " \(Self.number(sample.value))\n"
                }
            }
        }
        return output
    }

    private static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        if let whole = Int64(exactly: value) { return String(whole) }
        return "\(value)"
    }
}
