import Testing

@testable import Operations

@Suite("Workers by the CPU quota")
struct ProcessorQuotaTests {
    private func quota(_ groups: String, _ files: [String: String]) -> Double? {
        ProcessorQuota.quota(groups: Array(groups.utf8), root: "/fs") { Array((files[$0] ?? "").utf8) }
    }

    @Test("The smallest quota along the group's path counts")
    func versionTwo() {
        #expect(quota("0::/\n", ["/fs/cpu.max": "150000 100000\n"]) == 1.5)
        #expect(quota("0::/\n", ["/fs/cpu.max": "max 100000\n"]) == nil)
        #expect(quota("0::/a/b\n", ["/fs/a/cpu.max": "200000 100000", "/fs/a/b/cpu.max": "max 100000"]) == 2)
        #expect(quota("0::/../x\n", ["/fs/x/cpu.max": "100000 100000"]) == 1)
        #expect(quota("0::/\n", [:]) == nil)
    }

    @Test("Version 1 of control groups says it in two files")
    func versionOne() {
        let groups = "12:memory:/m\n4:cpu,cpuacct:/docker/x\n0::/\n"
        let files = ["/fs/cpu/cpu.cfs_quota_us": "50000\n", "/fs/cpu/cpu.cfs_period_us": "100000\n"]
        #expect(quota(groups, files) == 0.5)
        let none = ["/fs/cpu/cpu.cfs_quota_us": "-1\n", "/fs/cpu/cpu.cfs_period_us": "100000\n"]
        #expect(quota(groups, none) == nil)
    }

    @Test(
        "A part of a processor is one worker's",
        arguments: [(8, 1.5, 2), (8, 0.1, 1), (2, 64, 2), (1, 1, 1)] as [(Int, Double, Int)])
    func counts(available: Int, quota: Double, expected: Int) {
        #expect(ProcessorQuota.count(available: available, quota: quota) == expected)
        #expect(ProcessorQuota.count(available: available, quota: nil) == available)
    }

    @Test("This machine has a processor")
    func here() {
        #expect(ProcessorQuota.count() >= 1)
    }
}
