import Contracts
import Glibc
import HostFiles

/// Resource usage and limits of a process.
enum ProcessUsage {
    /// Resident memory in bytes; nil if the process has ended.
    static func residentBytes(of pid: Int32) -> Int64? {
        guard let bytes = try? Files.read("/proc/\(pid)/statm", limit: 4096) else { return nil }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        guard fields.count > 1, let pages = Int64(fields[1]) else { return nil }
        return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// The soft limits of a process; nil if the process has ended.
    static func limits(of pid: Int32) -> Control.Limits? {
        guard let bytes = try? Files.read("/proc/\(pid)/limits", limit: 4096), !bytes.isEmpty
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        /// The value after a name; nil for `unlimited`.
        func value(_ name: String) -> Int64? {
            guard let line = lines.first(where: { $0.hasPrefix(name) }) else { return nil }
            return line.dropFirst(name.count).split(separator: " ").first.flatMap { Int64($0) }
        }
        return Control.Limits(
            openFiles: value("Max open files"), memoryBytes: value("Max data size"),
            coreBytes: value("Max core file size"))
    }

    /// Processor time of all threads in seconds; nil if the process has ended.
    static func cpuSeconds(of pid: Int32) -> Double? {
        guard let bytes = try? Files.read("/proc/\(pid)/stat", limit: 4096) else { return nil }
        // The name, in parentheses, can have spaces.
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?
            .split(separator: " ")
        guard let fields, fields.count > 12, let user = Double(fields[11]),
            let system = Double(fields[12])
        else { return nil }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The time for which threads of a process were ready to run and waited for a processor, since the start
    /// of each; nil if the process has ended or the kernel does not count.
    static func waitingTime(of pid: Int32) -> Duration? {
        let times = Files.names(in: "/proc/\(pid)/task").compactMap { thread -> Int64? in
            guard
                let bytes = try? Files.read("/proc/\(pid)/task/\(thread)/schedstat", limit: 4096)
            else { return nil }
            let fields = String(decoding: bytes, as: UTF8.self).split { " \n".contains($0) }
            return fields.count > 1 ? Int64(fields[1]) : nil
        }
        return times.isEmpty ? nil : .nanoseconds(times.reduce(0, +))
    }
}
