import CMalloc
import Glibc
import Synchronization

/// What the process's allocator does with the memory of tables that are served no longer.
package enum Allocator {
    /// The size from which blocks are mappings of their own, once `mapLargeBlocks` was called.
    static let largeBlock = 256 << 10

    /// How much freed memory at the end of a heap is kept: more than the answers that a worker keeps ready take, so that
    /// a heap stays as large as it once became.
    private static let keptAtEnd = 32 << 20

    private static let mapsLargeBlocks = Atomic<Bool>(false)

    /// Has the system take back large blocks, such as those of large tables, the moment that they are freed.
    ///
    /// Otherwise the allocator keeps them in its heaps, which takes a walk through all heaps to give back
    /// (`malloc_trim`): requests that need memory meanwhile wait for it. It holds for the whole process, so that the
    /// program decides and not the library. To be called before the program has other threads.
    package static func mapLargeBlocks() {
        // A fixed value also keeps the allocator from raising it when the first large block is freed.
        guard mallopt(M_MMAP_THRESHOLD, Int32(largeBlock)) == 1 else { return }
        // Heaps grow by single pages, each a system call that waits where a loader maps or unmaps at that moment.
        _ = mallopt(M_TRIM_THRESHOLD, Int32(keptAtEnd))
        mapsLargeBlocks.store(true, ordering: .relaxed)
    }

    /// Has the heap of the thread that calls grow at once by so many bytes, which are not touched and so take no memory
    /// yet; nothing where `mapLargeBlocks` was not called.
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

    /// Returns the freed memory in the heaps to the system. Threads that need memory may wait for it.
    static func giveMemoryBack() { malloc_trim(0) }
}
