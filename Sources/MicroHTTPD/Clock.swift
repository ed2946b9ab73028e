import Glibc

/// The monotonic clock, in nanoseconds.
@inline(__always)
func monotonicNow() -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// Seconds as nanoseconds, for deadlines; never overflows.
func nanoseconds(ofSeconds seconds: Int) -> UInt64 {
    UInt64(clamping: min(max(seconds, 0), 1_000_000_000)) * 1_000_000_000
}
