/// A label of a metric with all the values it can ever have: what a caller sends can add none.
package struct MetricLabel: Sendable {
    /// The label's name, `[a-z_]+`.
    package let name: String
    /// Its values, in the order of their indices.
    package let values: [String]

    /// A label with its values.
    package init(_ name: String, values: [String]) {
        precondition(!values.isEmpty, "a label has a value")
        self.name = name
        self.values = values
    }

    /// The position of a combination of value indices, one a label, in row order.
    static func cell(_ labels: [MetricLabel], _ indices: [Int]) -> Int {
        precondition(labels.count == indices.count, "one index a label")
        var cell = 0
        for (label, index) in zip(labels, indices) {
            precondition(index >= 0 && index < label.values.count, "no such label value")
            cell = cell * label.values.count + index
        }
        return cell
    }

    /// How many combinations there are.
    static func cellCount(_ labels: [MetricLabel]) -> Int {
        labels.reduce(1) { $0 * $1.values.count }
    }

    /// A combination as the text format writes it, without braces: `route="render",status="200"`.
    static func text(_ labels: [MetricLabel], cell: Int) -> String {
        var remaining = cell
        var parts: [String] = []
        for label in labels.reversed() {
            parts.append("\(label.name)=\"\(escape(label.values[remaining % label.values.count]))\"")
            remaining /= label.values.count
        }
        return parts.reversed().joined(separator: ",")
    }

    private static func escape(_ value: String) -> String {
        var result = ""
        for character in value.unicodeScalars {
            switch character {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            default: result.unicodeScalars.append(character)
            }
        }
        return result
    }
}
