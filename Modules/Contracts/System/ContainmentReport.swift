import Memberwise

/// The restrictions of a contained process that the kernel supports.
@Message
package struct ContainmentReport: Codable, Hashable, Sendable {
    /// The version of Landlock's interface, which restricts files, TCP and signals; 0: not
    /// available.
    package var landlock: Int
    /// True if a filter rejects system calls, including sockets that leave the machine.
    package var seccomp: Bool
    /// True if programs cannot gain privileges.
    package var noNewPrivileges: Bool
    /// True if limits of memory, processor time, open files and file size are set.
    package var limits: Bool
    /// True if all descendants end with the program.
    package var reapsDescendants: Bool

    /// The restrictions that are in force, in a few words.
    package var inForce: String {
        let words = [
            landlock > 0 ? "Landlock \(landlock)" : nil, seccomp ? "seccomp" : nil,
            noNewPrivileges ? "no_new_privs" : nil, limits ? "limits" : nil,
            reapsDescendants ? "reaped descendants" : nil,
        ].compactMap(\.self)
        return words.isEmpty ? "nothing" : words.joined(separator: ", ")
    }

    /// The restrictions that the kernel lacks, in a few words; nil if the kernel has all of them.
    package var missing: String? {
        let words = [
            landlock > 0 ? nil : "Landlock", seccomp ? nil : "seccomp",
            noNewPrivileges ? nil : "no_new_privs", limits ? nil : "limits",
            reapsDescendants ? nil : "reaped descendants",
        ].compactMap(\.self)
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }
}
