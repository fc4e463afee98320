import Glibc
import HostFiles

/// What the system knows of a process.
enum ProcessUsage {
    /// Memory that is resident, in bytes; nil when the process is gone.
    static func residentBytes(of pid: Int32) -> Int64? {
        guard let bytes = try? Files.read("/proc/\(pid)/statm", limit: 4096) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
