import Contracts
import Glibc
import HostFiles
import Processes
import RPC
import ZeroMQ

/// Runs the programs of libvips under restrictions: they read and write one folder, have no network,
/// and are killed at a deadline.
struct PhotoProgram: Sendable {
    let loop: Loop
    /// Folders with the programs.
    var folders = ["/usr/bin", "/usr/local/bin"]
    var limits = Self.defaultLimits
    /// An HEIC of 12 megapixels takes 12 s of processor time.
    var timeout = Duration.seconds(100)

    private static let outputLimit = 64 << 10

    private static var defaultLimits: Containment.Limits {
        var limits = Containment.Limits()
        limits.dataBytes = 2 << 30
        limits.cpuSeconds = 60
        limits.openFiles = 64
        limits.fileBytes = 256 << 20
        return limits
    }

    /// The result of a program.
    struct Outcome {
        var termination: ChildProcess.Termination
        /// Standard output and standard error.
        var output: String
        var isTimedOut: Bool

        var isSuccess: Bool { termination == .exited(0) }
    }

    /// Runs `name` in a work folder.
    /// - Throws: FAILED_PRECONDITION if the program is not installed.
    func run(
        _ name: String, _ arguments: [String], in folder: WorkFolder
    ) async throws -> Outcome {
        let programs = folders.map { folder -> String in "\(folder)/\(name)" }
        guard let program = programs.first(where: { access($0, X_OK) == 0 }) else {
            throw Status(
                .failedPrecondition, "Photos need the program \(name), which is not installed.",
                hint: "Install it with: sudo apt install libvips-tools")
        }
        let path = folder.file("output")
        let output = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard output >= 0 else {
            throw HostFileError.system(operation: "write", path: path, code: errno).status
        }
        defer { close(output) }
        var containment = Containment.reader
        containment.limits = limits
        containment.writable.append(folder.path)
        containment.allowStart(of: program) { _ in false }
        let launch = Launch(
            path: program, arguments: arguments,
            environment: [
                "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "TMPDIR": folder.path,
                "VIPS_BLOCK_UNTRUSTED": "1", "VIPS_CONCURRENCY": "1", "VIPS_DISC_THRESHOLD": "4g",
                "MALLOC_ARENA_MAX": "2",
            ], output: output)
        let process = try await LoopProcess.start(
            launch, in: folder.path, under: containment, loop: loop)
        let deadline = Task { [timeout] in
            try await Task.sleep(for: timeout)
            process.kill()
            return true
        }
        let termination = try await withTaskCancellationHandler {
            try await process.ending()
        } onCancel: {
            process.kill()
        }
        deadline.cancel()
        return Outcome(
            termination: termination, output: Self.text(of: output),
            isTimedOut: (try? await deadline.value) ?? false)
    }

    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: outputLimit)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
