import CLinux
package import Contracts
import Memberwise

/// The restrictions requested for a third-party program.
///
/// A restriction that the kernel lacks is left out, and the program starts without it.
/// ``ContainedProcess/appliedContainment`` has the restrictions in force.
@Memberwise
package struct Containment: Hashable, Sendable {
    /// Files and folders that the program may read and execute.
    package var executable: [String] = []
    /// Files and folders that the program may read. Inherited descriptors need no entry.
    package var readable: [String] = []
    /// Files and folders that the program may read and write.
    package var writable: [String] = []
    /// True if the program may open local sockets. Other sockets are never allowed.
    package var canUseLocalSockets: Bool = false
    package var limits: Limits = Limits()

    /// Resource limits of each process of the program. Core dumps are never written.
    package struct Limits: Hashable, Sendable {
        /// Private writable memory in bytes.
        package var dataBytes: UInt64 = 2 << 30
        /// Processor time in seconds.
        package var cpuSeconds: UInt64 = 3600
        package var openFiles: UInt64 = 256
        /// Size of a written file in bytes.
        package var fileBytes: UInt64 = 64 << 20

        package init() {}
    }

    /// The restrictions that this kernel supports.
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
