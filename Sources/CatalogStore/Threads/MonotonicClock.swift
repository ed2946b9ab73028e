import Glibc

/// Time that never jumps, as a duration since a fixed moment.
struct MonotonicClock: Sendable {
    /// The time now.
    var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, as `poll` takes them.
    var pollTimeout: Int32 {
        if self <= .zero { return 0 }
        let (seconds, attoseconds) = components
        if seconds >= 86_400 { return 86_400_000 }
        return Int32(seconds * 1000) + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
