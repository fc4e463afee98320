/// Where the running program's file is.
package enum ProgramPath {
    /// The running program, without links; nil when /proc is not there.
    package static var current: String? { Files.linkTarget("/proc/self/exe") }

    /// The folder of the running program.
    package static var folder: String { current.map(Files.folder) ?? "." }
}
