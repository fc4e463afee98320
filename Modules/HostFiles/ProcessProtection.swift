import CLinux
import Glibc

/// Protection of the health data in the memory of a process.
package enum ProcessProtection {
    /// The variable that leaves processes readable for debuggers and profilers of the same user.
    static let exception = "DAYLINE_DUMPABLE"

    /// Forbids core dumps of this process, and debuggers of the same user. Programs call it at their
    /// start. On failure the process runs unprotected, and its status shows the limit of core dumps.
    package static func apply() {
        guard getenv(exception) == nil else { return }
        _ = dayline_process_protect()
    }

    /// The private writable memory that each process may have, in bytes: half of the machine's memory,
    /// and at least 1 GiB. A process that exceeds it ends and is started again, so that the machine
    /// does not run out of memory.
    package static var memoryLimit: UInt64 {
        let pages = max(0, sysconf(Int32(_SC_PHYS_PAGES)))
        let bytes = UInt64(pages) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
        return max(smallestMemoryLimit, bytes / 2)
    }

    private static let smallestMemoryLimit: UInt64 = 1 << 30

    /// Limits the memory of this process and of the processes that it starts.
    package static func limitMemory() {
        // On failure the limit of the caller holds, which the status shows.
        _ = dayline_memory_limit(memoryLimit)
    }
}
