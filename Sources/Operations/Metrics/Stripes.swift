import Synchronization

/// Counters in one block, a stripe for each worker and one for all other threads, no two stripes on one cache line.
///
/// A worker's stripe has one writer, so adding is a plain load and store; only the common stripe needs a locked
/// instruction.
@safe final class Stripes: Sendable {
    /// The bytes that stripes are apart by at least: two cache lines, since processors fetch them in pairs.
    private static let alignment = 128

    private let workers: Int
    private let stride: Int
    private let cells: Int
    // Unsafe: a pointer is not Sendable; what it points to are atomics.
    private nonisolated(unsafe) let block: UnsafeMutablePointer<Atomic<UInt64>>

    init(cells: Int, workers: Int) {
        precondition(cells > 0 && workers >= 0, "a metric has a cell")
        self.cells = cells
        self.workers = workers
        let perLine = Self.alignment / MemoryLayout<Atomic<UInt64>>.stride
        stride = (cells + perLine - 1) / perLine * perLine
        let count = stride * (workers + 1)
        let raw = UnsafeMutableRawPointer.allocate(
            byteCount: count * MemoryLayout<Atomic<UInt64>>.stride, alignment: Self.alignment)
        unsafe block = raw.bindMemory(to: Atomic<UInt64>.self, capacity: count)
        for index in 0..<count { unsafe (block + index).initialize(to: Atomic(0)) }
    }

    deinit {
        unsafe block.deinitialize(count: stride * (workers + 1))
        unsafe UnsafeMutableRawPointer(block).deallocate()
    }

    /// Adds to a cell. `worker` is the index of the worker whose thread calls; anything else is another thread.
    @inline(__always)
    func add(_ amount: UInt64, to cell: Int, worker: Int?) {
        precondition(cell >= 0 && cell < cells, "no such cell")
        if let worker, worker >= 0, worker < workers {
            let place = unsafe block + (worker * stride + cell)
            unsafe place.pointee.store(place.pointee.load(ordering: .relaxed) &+ amount, ordering: .relaxed)
        } else {
            unsafe (block + (workers * stride + cell)).pointee.wrappingAdd(amount, ordering: .relaxed)
        }
    }

    /// The sum of a cell over all stripes.
    func total(of cell: Int) -> UInt64 {
        precondition(cell >= 0 && cell < cells, "no such cell")
        var sum: UInt64 = 0
        for stripe in 0...workers { unsafe sum &+= (block + (stripe * stride + cell)).pointee.load(ordering: .relaxed) }
        return sum
    }
}
