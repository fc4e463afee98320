import CLinux
package import Contracts

/// The restrictions that a program of somebody else is to run under.
///
/// Each of them holds where the kernel has it. A program starts without those that are missing;
/// ``ContainedProcess/appliedContainment`` says which ones hold.
package struct Containment: Hashable, Sendable {
    /// Files and folders that the program may read and execute.
    package var executable: [String]
    /// Files and folders that the program may read. What it is handed as a descriptor needs no entry.
    package var readable: [String]
    /// Files and folders that the program may read and write.
    package var writable: [String]
    /// Whether the program may open sockets of this machine; others it may never open.
    package var canUseLocalSockets: Bool
    package var limits: Limits

    package init(
        executable: [String] = [], readable: [String] = [], writable: [String] = [],
        canUseLocalSockets: Bool = false, limits: Limits = Limits()
    ) {
        self.executable = executable
        self.readable = readable
        self.writable = writable
        self.canUseLocalSockets = canUseLocalSockets
        self.limits = limits
    }

    /// The most that one process of the program may use. Core dumps are never written.
    package struct Limits: Hashable, Sendable {
        /// Bytes of private memory.
        package var dataBytes: UInt64 = 2 << 30
        /// Seconds of processor time.
        package var cpuSeconds: UInt64 = 3600
        package var openFiles: UInt64 = 256
        /// Bytes of each file that is written.
        package var fileBytes: UInt64 = 64 << 20

        package init() {}
    }

    /// The restrictions that this kernel has.
    package static var available: ContainmentReport {
        var available = dayline_containment()
        dayline_containment_available(&available)
        return ContainmentReport(available)
    }
}

extension ContainmentReport {
    init(_ containment: dayline_containment) {
        self.init(
            landlock: Int(containment.landlock_abi), seccomp: containment.seccomp != 0,
            noNewPrivileges: containment.no_new_privileges != 0, limits: containment.limits != 0,
            reapsDescendants: containment.reaps_descendants != 0)
    }
}
