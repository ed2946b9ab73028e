import CPeers
import Foundation
import Localization

// Prints figures and asserts nothing. `run` beside the package says how it is called.

/// The best of many rounds, in seconds: noise only ever adds.
func best(rounds: Int = 60, _ body: () -> Void) -> Double {
    var best = Double.infinity
    for _ in 0..<rounds {
        let start = ContinuousClock.now
        body()
        let spent = ContinuousClock.now - start
        best = min(best, Double(spent.components.attoseconds) * 1e-18 + Double(spent.components.seconds))
    }
    return best
}

func bytes(_ path: String) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else { fatalError("cannot read \(path)") }
    return [UInt8](data)
}

/// What a peer or we have written, so that no work is optimised away.
nonisolated(unsafe) var sink = 0

func scan(_ name: String, _ path: String, strings: Strings) {
    let document = bytes(path)
    let size = Double(document.count) / 1e9
    var copy = [UInt8](repeating: 0, count: document.count)
    let ours = best {
        // Reading validates and finds nothing to replace; the copy is the answer's own.
        guard let tree = try? WidgetTree(json: document), let answer = try? tree.render(with: strings) else {
            fatalError("\(name) is no JSON")
        }
        answer.withUnsafeBytes { answer in copy.withUnsafeMutableBytes { $0.copyMemory(from: answer) } }
        sink &+= Int(copy[copy.count / 2])
    }
    let rapidjson = best { sink &+= peer_rapidjson(document, document.count) }
    var padded = document
    padded.reserveCapacity(document.count + 64)
    let simdjson = best { sink &+= Int(peer_simdjson(padded, document.count, padded.capacity)) }
    func speed(_ seconds: Double) -> String { String(format: "%.2f GB/s", size / seconds) }
    print(
        "\(name): parlance \(speed(ours)), RapidJSON \(speed(rapidjson)), simdjson parse \(speed(simdjson));",
        String(format: "%.1f times RapidJSON", rapidjson / ours))
}

func template(_ folder: String) {
    let text = bytes("\(folder)/template.txt")
    guard
        let table = try? Table(tag: .english, json: String(decoding: bytes("\(folder)/table.json"), as: UTF8.self)),
        let strings = Catalog(tables: [table], options: CatalogOptions())?.defaultStrings
    else { fatalError("the table cannot be read") }
    let expected = bytes("\(folder)/expected.txt")
    let both = best(rounds: 2000) {
        guard let answer = try? Template(utf8: text).renderUTF8(with: strings) else { fatalError("not rendered") }
        sink &+= answer.count
    }
    guard let read = try? Template(utf8: text) else { fatalError("not UTF-8") }
    let alone = best(rounds: 2000) { sink &+= (try? read.renderUTF8(with: strings).count) ?? 0 }
    guard (try? read.renderUTF8(with: strings)) == expected else { fatalError("not what minijinja wrote") }
    let peers = String(decoding: bytes("\(folder)/minijinja.txt"), as: UTF8.self).split(separator: " ").compactMap {
        Double($0)
    }
    guard peers.count == 3 else { fatalError("no figures of minijinja") }
    print(
        "template of \(text.count / 1000) KB with 1000 placeholders:",
        String(format: "parlance reads and renders in %.1f µs, renders in %.1f µs", both * 1e6, alone * 1e6))
    // Like with like: a template that was read before with one, reading and rendering with reading and rendering.
    let rows = [
        ("renders, the table as its context", alone), ("renders, the table converted once", alone),
        ("reads and renders, the table converted once", both),
    ]
    for (row, peer) in zip(rows, peers) {
        print(
            "  minijinja \(row.0):",
            String(
                format: "%.1f µs, %.1f times ours (%.1f times our reading and rendering)", peer, peer / row.1 / 1e6,
                peer / both / 1e6))
    }
}

/// A megabyte of what a caller who means harm might repeat, as text and as one string of a widget tree.
func hostile(strings: Strings) {
    let units = [
        "harmless text, ", "<", "{", "\\<", "<a.", "<a.b x=\"", "<a.b x=1 ", "<a.b x=\"<a.b y='",
        "<a.b x=\"{a.b y='<a.b z=\"",
    ]
    for unit in units {
        let text = Array(String(repeating: unit, count: (1 << 20) / unit.utf8.count).utf8)
        var quoted: [UInt8] = [0x22]
        for byte in text {
            if byte == 0x22 || byte == 0x5C { quoted.append(0x5C) }
            quoted.append(byte)
        }
        quoted.append(0x22)
        let plain = best(rounds: 5) {
            sink &+= (try? Template(utf8: text, placeholders: .both).renderUTF8(with: strings).count) ?? 0
        }
        let tree = best(rounds: 5) {
            sink &+= (try? WidgetTree(json: quoted, placeholders: .both).render(with: strings).count) ?? 0
        }
        print("a megabyte of \(unit):", String(format: "text %.1f ms, widget tree %.1f ms", plain * 1e3, tree * 1e3))
    }
}

let arguments = CommandLine.arguments
guard arguments.count == 3,
    let empty = Catalog(tables: [Table(tag: .english, messages: [])], options: CatalogOptions())?.defaultStrings
else {
    fatalError("usage: Rendering FOLDER-OF-JSON FOLDER-OF-TEMPLATE")
}
for name in ["twitter", "citm_catalog", "canada"] {
    let path = "\(arguments[1])/\(name).json"
    if FileManager.default.fileExists(atPath: path) { scan(name, path, strings: empty) }
}
template(arguments[2])
hostile(strings: empty)
