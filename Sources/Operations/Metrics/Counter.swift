/// A number that only grows, one for each combination of label values.
package final class Counter: Sendable {
    let name: String
    let help: String
    let labels: [MetricLabel]
    private let stripes: Stripes

    init(name: String, help: String, labels: [MetricLabel], workers: Int) {
        self.name = name
        self.help = help
        self.labels = labels
        stripes = Stripes(cells: MetricLabel.cellCount(labels), workers: workers)
    }

    /// The cell of a combination of label values, given by their indices; worth keeping where it is added to often.
    package func cell(_ indices: Int...) -> Int {
        MetricLabel.cell(labels, indices)
    }

    /// Adds to a cell. `worker` is the index of the worker whose thread calls, nil any other thread.
    package func add(_ amount: Int = 1, cell: Int = 0, worker: Int? = nil) {
        guard amount > 0 else { return }
        stripes.add(UInt64(amount), to: cell, worker: worker)
    }

    /// The value of a cell at this moment.
    package func value(cell: Int = 0) -> UInt64 {
        stripes.total(of: cell)
    }

    func append(to output: inout String) {
        output += "# HELP \(name) \(help)\n# TYPE \(name) counter\n"
        for cell in 0..<MetricLabel.cellCount(labels) {
            let value = stripes.total(of: cell)
            // A combination that never happened is left out; a counter without labels always stands.
            if value == 0 && !labels.isEmpty { continue }
            output += labels.isEmpty ? name : "\(name){\(MetricLabel.text(labels, cell: cell))}"
            output += " \(value)\n"
        }
    }
}
