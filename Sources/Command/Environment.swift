import Glibc

/// The environment of the process.
enum Environment {
    /// All variables; one that is no UTF-8 has its bad bytes replaced.
    static func variables() -> [String: String] {
        var result: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let variable = unsafe String(cString: text)
            if let equals = variable.firstIndex(of: "=") {
                result[String(variable[..<equals])] = String(variable[variable.index(after: equals)...])
            }
            unsafe entry += 1
        }
        return result
    }
}
