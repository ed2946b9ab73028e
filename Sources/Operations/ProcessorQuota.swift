import Glibc

/// How many processors the process may really use.
package enum ProcessorQuota {
    /// The processors of the scheduler's mask, bounded by the quota of the process's control group and of the groups
    /// around it (a container with 1.5 processors gets 2). At least 1.
    package static func count() -> Int {
        let quota = quota(
            groups: SmallFile.read("/proc/self/cgroup"), root: "/sys/fs/cgroup", read: { SmallFile.read($0) })
        return count(available: available(), quota: quota)
    }

    /// The number of workers for so many processors under a quota of so many.
    static func count(available: Int, quota: Double?) -> Int {
        max(1, min(available, quota.map { Int($0.rounded(.up)) } ?? available))
    }

    /// The smallest quota along the group's path, in processors; nil where there is none. Version 2 of control groups
    /// says it in `cpu.max`, version 1 in two files of the `cpu` hierarchy.
    static func quota(groups: [UInt8], root: String, read: (String) -> [UInt8]) -> Double? {
        var smallest: Double?
        func consider(_ quota: Double?) {
            guard let quota, quota > 0 else { return }
            smallest = min(smallest ?? quota, quota)
        }
        for line in String(decoding: groups, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[1].isEmpty {
                for path in ancestors(String(fields[2])) {
                    let words = words(read("\(root)\(path)/cpu.max"))
                    if words.count == 2 { consider(ratio(words[0], words[1])) }
                }
            } else if fields[1].split(separator: ",").contains("cpu") {
                for path in ancestors(String(fields[2])) {
                    let quota = words(read("\(root)/cpu\(path)/cpu.cfs_quota_us")).first
                    let period = words(read("\(root)/cpu\(path)/cpu.cfs_period_us")).first
                    if let quota, let period { consider(ratio(quota, period)) }
                }
            }
        }
        return smallest
    }

    /// The path and the paths around it, the root as an empty one: in a container the group's files stand there.
    private static func ancestors(_ path: String) -> [String] {
        var result = [""]
        for part in path.split(separator: "/") where part != ".." { result.append(result.last! + "/" + part) }
        return result
    }

    private static func words(_ content: [UInt8]) -> [String] {
        String(decoding: content, as: UTF8.self).split(whereSeparator: \.isWhitespace).map { String($0) }
    }

    /// `max` and a negative quota stand for none.
    private static func ratio(_ quota: String, _ period: String) -> Double? {
        guard let quota = Double(quota), let period = Double(period), quota > 0, period > 0 else { return nil }
        return quota / period
    }

    /// The processors of the scheduler's mask, which the kernel tells in hexadecimal words.
    private static func available() -> Int {
        let status = String(decoding: SmallFile.read("/proc/self/status"), as: UTF8.self)
        let mask = status.split(separator: "\n").first { $0.hasPrefix("Cpus_allowed:") }?.dropFirst(
            "Cpus_allowed:".count)
        let count = mask?.reduce(0) { $0 + ($1.hexDigitValue?.nonzeroBitCount ?? 0) } ?? 0
        return count > 0 ? count : max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    }
}
