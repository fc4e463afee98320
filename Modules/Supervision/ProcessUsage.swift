import Glibc
import HostFiles

/// Resource usage of a process.
enum ProcessUsage {
    /// Resident memory in bytes; nil if the process has ended.
    static func residentBytes(of pid: Int32) -> Int64? {
        guard let bytes = try? Files.read("/proc/\(pid)/statm", limit: 4096) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}
