import Glibc
import Operations

/// The signals that the service answers to. They are blocked before any thread starts, so that all threads inherit
/// that, and taken by the one thread that waits for them.
enum Signals {
    /// Ignores the signals of writes that fail, of a reader that went away and of a file that may not grow: the write
    /// tells by itself, and what is to be done about it is decided there.
    static func ignoreThoseOfWrites() {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_IGN) }
    }

    /// Blocks SIGTERM, SIGINT and SIGHUP.
    static func block() {
        var set = handled()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for one of the blocked signals and returns its number.
    static func wait() -> Int32 {
        var set = handled()
        var number: Int32 = 0
        while unsafe sigwait(&set, &number) != 0 {}
        return number
    }

    /// Ends the process at once at the next SIGTERM or SIGINT, from a thread of its own.
    static func endAtNext() {
        // Where there is no thread, such a signal waits until the orderly end.
        _ = DetachedThread.start {
            while true {
                let number = Signals.wait()
                if number != SIGHUP { _exit(128 + number) }
            }
        }
    }

    private static func handled() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { unsafe sigaddset(&set, number) }
        return set
    }
}
