import Foundation
import Testing

@testable import Operations

@Suite("Metrics")
struct MetricsTests {
    @Test("Counters add up over workers and other threads")
    func counters() async {
        let metrics = Metrics(workers: 4)
        let counter = metrics.counter(
            "parlance_requests_total", help: "Requests.",
            labels: [
                MetricLabel("route", values: ["strings", "render"]), MetricLabel("status", values: ["200", "404"]),
            ])
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    // Workers 4 to 7 do not exist: theirs is the common stripe, which many threads share.
                    for _ in 0..<10_000 { counter.add(cell: counter.cell(1, 0), worker: worker) }
                }
            }
        }
        counter.add(3, cell: counter.cell(0, 1))
        #expect(
            metrics.text() == """
                # HELP parlance_requests_total Requests.
                # TYPE parlance_requests_total counter
                parlance_requests_total{route="strings",status="404"} 3
                parlance_requests_total{route="render",status="200"} 80000

                """)
    }

    @Test("A histogram's buckets are cumulative and end with +Inf")
    func histogram() {
        let metrics = Metrics(workers: 1)
        let histogram = metrics.durations("t_seconds", help: "Time.", bounds: [1_000_000, 1_000_000_000])
        histogram.observe(1_000_000, worker: 0)
        histogram.observe(500_000_000)
        histogram.observe(2_000_000_000, worker: 0)
        #expect(
            metrics.text() == """
                # HELP t_seconds Time.
                # TYPE t_seconds histogram
                t_seconds_bucket{le="0.001"} 1
                t_seconds_bucket{le="1.0"} 2
                t_seconds_bucket{le="+Inf"} 3
                t_seconds_sum 2.501
                t_seconds_count 3

                """)
    }

    @Test("Gauges are read at the scrape; label values are escaped")
    func gauges() {
        let metrics = Metrics(workers: 1)
        metrics.gauge("a", help: "A.") { 2.5 }
        metrics.information("b_info", help: "B.", label: "version") { "x\"y\\z\n" }
        #expect(metrics.text().contains("\na 2.5\n"))
        #expect(metrics.text().contains("b_info{version=\"x\\\"y\\\\z\\n\"} 1\n"))
    }

    @Test("The process's own figures are there")
    func process() throws {
        let metrics = Metrics(workers: 1)
        metrics.registerProcess()
        let text = metrics.text()
        for name in ["process_resident_memory_bytes", "process_open_fds", "process_start_time_seconds"] {
            let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(name + " ") })
            #expect(Double(line.split(separator: " ")[1]) ?? 0 > 0)
        }
    }
}
