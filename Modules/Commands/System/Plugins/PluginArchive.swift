import Glibc
import HostFiles
import Processes
import RPC

/// A tar archive, compressed or not, with an importer: at its top, or in its only folder.
struct PluginArchive {
    private static let program = "/usr/bin/tar"
    private static let timeLimit: Int32 = 60_000

    let path: String

    /// Calls `body` with the folder of the manifest, which exists until then.
    func withFolder<Result>(beside home: String, _ body: (String) throws -> Result) throws -> Result
    {
        let folder = "\(home)/.archive-\(getpid())"
        try Files.createPrivateFolder(folder)
        defer { try? PluginFolder.remove(folder) }
        try unpack(into: folder)
        let names = Files.names(in: folder)
        let isNested = names.count == 1 && !names.contains("plugin.json")
        return try body(isNested ? "\(folder)/\(names[0])" : folder)
    }

    private func unpack(into folder: String) throws {
        let output = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(output) }
        let tar = try Launch(
            path: Self.program,
            arguments: [
                "--extract", "--file", path, "--directory", folder, "--no-same-owner",
                "--no-same-permissions",
            ], environment: ["PATH": "/usr/bin:/bin"], output: output
        ).start()
        let termination = tar.wait(milliseconds: Self.timeLimit)
        if termination == nil {
            tar.killGroup()
            _ = tar.wait(milliseconds: -1)
        }
        guard termination == .exited(0) else {
            throw Status(
                .invalidArgument, "\(path) is not a readable tar archive.",
                hint: "Unpack it, and give the folder instead.")
        }
    }
}
