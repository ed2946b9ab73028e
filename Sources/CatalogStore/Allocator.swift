import CMalloc
import Glibc
import Synchronization

/// What the process's allocator does with the memory of tables that are served no longer.
package enum Allocator {
    /// The size from which blocks are mappings of their own, once `mapLargeBlocks` was called.
    static let largeBlock = 256 << 10

    private static let mapsLargeBlocks = Atomic<Bool>(false)

    /// Has the system take back large blocks, such as those of large tables, the moment that they are freed.
    ///
    /// Otherwise the allocator keeps them in its heaps, which takes a walk through all heaps to give back
    /// (`malloc_trim`): requests that need memory meanwhile wait for it. It holds for the whole process, so that the
    /// program decides and not the library. To be called before the program has other threads.
    package static func mapLargeBlocks() {
        // A fixed value also keeps the allocator from raising it when the first large block is freed, and with it what it
        // keeps of freed memory at the end of a heap.
        guard mallopt(M_MMAP_THRESHOLD, Int32(largeBlock)) == 1 else { return }
        mapsLargeBlocks.store(true, ordering: .relaxed)
    }

    /// Has the heap of the thread that calls grow once by so many bytes, which are not touched and so take no memory
    /// yet; nothing where `mapLargeBlocks` was not called. The heap may shrink again: its addresses stay ready to be used,
    /// so that growing to this size later takes no system call.
    ///
    /// For threads that serve requests, before tables are loaded beside them: each page by which a heap grows is a
    /// system call that waits where a loader maps or unmaps a table at that moment.
    package static func growHeap(by size: Int) {
        guard mapsLargeBlocks.load(ordering: .relaxed) else { return }
        // Larger blocks would not come from the heap.
        let block = largeBlock - 4096
        let blocks = unsafe (0..<size / block).compactMap { _ in unsafe malloc(block) }
        unsafe blocks.forEach { unsafe free($0) }
    }

    /// Whether what was made of a file of this size lies in the heaps.
    static func keeps(fileOfSize size: Int) -> Bool {
        // What is kept of a file comes in several blocks, none much larger than the file.
        !mapsLargeBlocks.load(ordering: .relaxed) || size < 2 * largeBlock
    }

    /// Tables of so many bytes of files in the heaps make the walk through them worth its time.
    private static let much = 8 << 20

    /// Whether tables of files of these sizes, when they are freed, leave memory in the heaps that is worth giving back.
    ///
    /// Where most of them lie elsewhere there is little of theirs to give back. Where they are small the heaps are, too,
    /// and walked through in no time; without that each would stay as large as it once became.
    static func keepsMuch(ofFileSizes sizes: [Int]) -> Bool {
        let kept = sizes.reduce(0) { $0 + (keeps(fileOfSize: $1) ? $1 : 0) }
        return kept >= much || kept > sizes.reduce(0, +) / 2
    }

    /// Returns the freed memory in the heaps to the system. Threads that need memory may wait for it.
    static func giveMemoryBack() { malloc_trim(0) }
}
