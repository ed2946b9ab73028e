import CMalloc
import Foundation
import Testing

@testable import CatalogStore

@Suite struct AllocatorTests {
    /// The bytes of the mappings that the allocator made for large blocks, and of its heaps.
    private static func sizes() -> (mapped: Int, heaps: Int) {
        let information = mallinfo2()
        return (Int(information.hblkhd), Int(information.arena))
    }

    /// A block that the optimiser cannot see to be of no use.
    @inline(never)
    private static func block(of size: Int) -> UnsafeMutableRawPointer? { malloc(size) }

    /// The bytes of the calling thread's heap that can be used without asking the system, in use or not.
    private static func readyBytes() -> Int {
        guard let block = block(of: 100), let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)
        else { return 0 }
        defer { free(block) }
        let address = UInt(bitPattern: block)
        for line in maps.split(separator: "\n") {
            let range = line.prefix { $0 != " " }.split(separator: "-").compactMap { UInt($0, radix: 16) }
            if range.count == 2, range[0] <= address, address < range[1] { return Int(range[1] - range[0]) }
        }
        return 0
    }

    @Test func largeBlocksAreReturnedAndHeapsGrowAtOnce() async {
        // In a process of its own: the allocator's rules are the process's, and other tests allocate meanwhile.
        await #expect(processExitsWith: .success) {
            guard Allocator.keeps(fileOfSize: 10 << 20), Allocator.keeps(fileOfSize: 1000) else { exit(1) }
            let untouched = AllocatorTests.sizes()
            Allocator.growHeap(by: 8 << 20)
            guard AllocatorTests.sizes().heaps < untouched.heaps + (1 << 20) else { exit(2) }

            Allocator.mapLargeBlocks()
            guard !Allocator.keeps(fileOfSize: 10 << 20), Allocator.keeps(fileOfSize: 1000) else { exit(3) }
            let before = AllocatorTests.sizes()
            let block = AllocatorTests.block(of: 4 << 20)
            guard AllocatorTests.sizes().mapped >= before.mapped + (4 << 20) else { exit(4) }
            free(block)
            guard AllocatorTests.sizes().mapped == before.mapped else { exit(5) }

            // A thread of its own has a heap of its own, as those have that serve requests.
            let thread = Thread(priority: .normal) {
                let small = AllocatorTests.readyBytes()
                Allocator.growHeap(by: 8 << 20)
                guard AllocatorTests.readyBytes() >= small + (7 << 20), AllocatorTests.sizes().mapped == before.mapped
                else { exit(6) }
                exit(0)
            }
            thread?.join()
            exit(7)
        }
    }
}
