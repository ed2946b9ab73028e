/// How often a value fell below each of some bounds, one row for each combination of label values.
package final class Histogram: Sendable {
    let name: String
    let help: String
    let labels: [MetricLabel]
    /// The upper bounds, inclusive, in the unit of `observe`, growing.
    private let bounds: [UInt64]
    /// What a value is divided by to be written in the unit of the metric's name.
    private let divisor: Double
    private let stripes: Stripes

    /// The bounds, the overflow bucket and the sum.
    private var rowLength: Int { bounds.count + 2 }

    init(
        name: String, help: String, labels: [MetricLabel], bounds: [UInt64], divisor: Double, workers: Int
    ) {
        precondition(zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }, "bounds grow")
        self.name = name
        self.help = help
        self.labels = labels
        self.bounds = bounds
        self.divisor = divisor
        stripes = Stripes(cells: MetricLabel.cellCount(labels) * (bounds.count + 2), workers: workers)
    }

    /// The cell of a combination of label values, given by their indices.
    package func cell(_ indices: Int...) -> Int {
        MetricLabel.cell(labels, indices)
    }

    /// Counts a value. `worker` is the index of the worker whose thread calls, nil any other thread.
    package func observe(_ value: UInt64, cell: Int = 0, worker: Int? = nil) {
        var bucket = 0
        while bucket < bounds.count, value > bounds[bucket] { bucket += 1 }
        stripes.add(1, to: cell * rowLength + bucket, worker: worker)
        stripes.add(value, to: cell * rowLength + bounds.count + 1, worker: worker)
    }

    /// How many values were counted.
    package func count(cell: Int = 0) -> UInt64 {
        (0...bounds.count).reduce(0) { $0 &+ stripes.total(of: cell * rowLength + $1) }
    }

    func append(to output: inout String) {
        output += "# HELP \(name) \(help)\n# TYPE \(name) histogram\n"
        for cell in 0..<MetricLabel.cellCount(labels) {
            let row = (0..<rowLength).map { stripes.total(of: cell * rowLength + $0) }
            let total = row[0...bounds.count].reduce(0, &+)
            if total == 0 && !labels.isEmpty { continue }
            let text = MetricLabel.text(labels, cell: cell)
            let separator = text.isEmpty ? "" : ","
            let braces = text.isEmpty ? "" : "{\(text)}"
            var cumulative: UInt64 = 0
            for (index, bound) in bounds.enumerated() {
                cumulative &+= row[index]
                output += "\(name)_bucket{\(text)\(separator)le=\"\(Double(bound) / divisor)\"} \(cumulative)\n"
            }
            output += "\(name)_bucket{\(text)\(separator)le=\"+Inf\"} \(total)\n"
            output += "\(name)_sum\(braces) \(Double(row[bounds.count + 1]) / divisor)\n"
            output += "\(name)_count\(braces) \(total)\n"
        }
    }
}
