import Glibc

extension Containment {
    /// Folders of the system's programs and libraries.
    package static let systemFolders = [
        "/usr", "/lib", "/lib32", "/lib64", "/bin", "/sbin", "/nix/store", "/gnu/store",
    ]

    /// Files that programs in any language read when they start.
    package static let systemFiles = [
        "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/timezone",
        "/etc/alternatives", "/etc/python3", "/etc/python3.11", "/dev/null", "/dev/zero",
        "/dev/random", "/dev/urandom", "/proc/meminfo", "/proc/cpuinfo", "/proc/stat",
        "/proc/sys/vm", "/proc/sys/kernel", "/proc/sys/fs", "/sys/devices/system/cpu",
    ]

    /// The restrictions of a program that reads inherited descriptors: it may use the system's programs
    /// and libraries, and no file of a user.
    package static var reader: Containment {
        Containment(
            executable: systemFolders, readable: systemFiles, writable: ["/dev/null"])
    }

    /// Allows the files that a program needs to start: its own, its interpreter and its libraries.
    ///
    /// - Parameters:
    ///   - program: The path of the program's file.
    ///   - isForbidden: True for folders that must not become readable as a whole.
    package mutating func allowStart(of program: String, unless isForbidden: (String) -> Bool) {
        let needs = ProgramDependencies(of: program)
        executable.append(program)
        executable += needs.files
        executable += needs.folders.filter { !isForbidden($0) }
    }
}
