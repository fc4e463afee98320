import CLinux
package import Contracts
import Glibc

/// A third-party program that runs under restrictions together with its descendants.
package final class ContainedProcess: Sendable {
    /// The restrictions in force.
    package let appliedContainment: ContainmentReport
    /// The monitor process. It ends with the program's status once no descendant of the program is left.
    private let monitor: ChildProcess

    init(monitor: ChildProcess, appliedContainment: ContainmentReport) {
        self.monitor = monitor
        self.appliedContainment = appliedContainment
    }

    /// Readable once the program and all its descendants have ended.
    package var pidfd: Int32 { monitor.pidfd }

    /// Kills the program and all its descendants.
    package func kill() {
        monitor.send(SIGTERM)
    }

    /// The program's termination; nil while the program or a descendant runs.
    package func reap() -> ChildProcess.Termination? {
        monitor.reap()
    }

    /// Blocks until the program and its descendants have ended, or returns nil after `milliseconds`.
    package func wait(milliseconds: Int32) -> ChildProcess.Termination? {
        monitor.wait(milliseconds: milliseconds)
    }
}

extension Launch {
    /// Starts the program under restrictions, in `folder`.
    ///
    /// All descendants of the program end with it, including those in other login sessions or process
    /// groups.
    package func start(
        in folder: String, under containment: Containment
    ) throws(LaunchError) -> ContainedProcess {
        let abi = dayline_landlock_abi()
        let ruleset = abi > 0 ? Self.ruleset(containment, inheritedDescriptors, abi) : -1
        defer { if ruleset >= 0 { close(ruleset) } }
        var entries = [UInt64](repeating: 0, count: dayline_filter_limit)
        let entryCount = dayline_filter_build(&entries, containment.canUseLocalSockets ? 1 : 0)
        var inForce = dayline_containment()
        let child = try retryingBusyFile { () throws(LaunchError) in
            try spawn { launch, pid, pidfd in
                folder.withCString { folder in
                    entries.withUnsafeBytes { entries in
                        var contained = dayline_contained_launch(
                            launch: launch.pointee, folder: folder, ruleset: ruleset,
                            landlock_abi: abi, filter: entries.baseAddress,
                            filter_count: entryCount, limits: containment.limits.values)
                        return dayline_spawn_contained(&contained, pid, pidfd, &inForce)
                    }
                }
            }
        }
        return ContainedProcess(monitor: child, appliedContainment: ContainmentReport(inForce))
    }

    /// A Landlock ruleset; -1 if the kernel rejects it.
    private static func ruleset(
        _ containment: Containment, _ inherited: [Int32], _ abi: Int32
    ) -> Int32 {
        let read = Int32(dayline_access_read)
        let execute = Int32(dayline_access_execute)
        let write = Int32(dayline_access_write)
        let paths =
            containment.executable.map { (path: $0, access: read | execute) }
            + containment.readable.map { (path: $0, access: read) }
            + containment.writable.map { (path: $0, access: read | write) }
        let names = paths.map { strdup($0.path) }
        defer { for name in names { free(name) } }
        var rules = zip(names, paths).map { name, path in
            dayline_path_rule(path: name, descriptor: -1, access: path.access)
        }
        rules += inherited.map { dayline_path_rule(path: nil, descriptor: $0, access: read) }
        return dayline_landlock_ruleset(abi, rules, Int32(rules.count))
    }
}

extension Containment.Limits {
    fileprivate var values: dayline_limits {
        dayline_limits(
            data_bytes: dataBytes, cpu_seconds: cpuSeconds, open_files: openFiles,
            file_bytes: fileBytes)
    }
}
