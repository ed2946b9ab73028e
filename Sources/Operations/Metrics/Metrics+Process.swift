import Glibc

extension Metrics {
    /// Adds what the process itself costs, under the names that Prometheus' own clients use.
    package func registerProcess() {
        let start = Double(Clock.wallNanoseconds()) / 1e9
        gauge("process_start_time_seconds", help: "When the process started, in seconds since 1970.") { start }
        gauge("process_resident_memory_bytes", help: "Memory of the process that is in RAM.") {
            Double(ProcessFigures.residentBytes())
        }
        gauge("process_open_fds", help: "Open file descriptors.") { Double(ProcessFigures.openDescriptors()) }
        counter("process_cpu_seconds_total", help: "Processor time spent, user and system, in seconds.") {
            ProcessFigures.processorSeconds()
        }
    }
}

/// What the kernel says about this process.
package enum ProcessFigures {
    /// Resident memory in bytes; 0 where the kernel does not tell.
    package static func residentBytes() -> Int {
        let fields = SmallFile.read("/proc/self/statm").split(separator: UInt8(ascii: " "))
        guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
        return pages * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Processor time of all threads, in seconds.
    package static func processorSeconds() -> Double {
        var time = timespec()
        unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The number of open file descriptors; 0 where the kernel does not tell.
    package static func openDescriptors() -> Int {
        guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Without `.`, `..` and the descriptor that reads the folder.
        return max(0, count - 3)
    }
}
