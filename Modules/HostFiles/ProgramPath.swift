/// The path of the running program.
package enum ProgramPath {
    /// The running program's file, without links; nil if /proc is not mounted.
    package static var current: String? { Files.linkTarget("/proc/self/exe") }

    /// The folder of the running program; `.` if it is unknown.
    package static var folder: String { current.map(Files.folder) ?? "." }
}
