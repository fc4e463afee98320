import CLinux
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import Logging
import Processes
import RPC
import Uploads
import ZeroMQ

/// A running importer process. It inherits the file and its job only, and dies with this process.
final class ImporterProcess: RunningImporter {
    private let process: LoopProcess
    private let output: ImporterOutput

    private init(process: LoopProcess, output: ImporterOutput) {
        self.process = process
        self.output = output
    }

    static func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32, policy: ImporterPolicy,
        scratchFolder: String, loop: Loop, logger: Logger
    ) async throws -> ImporterProcess {
        let file = try Self.memoryFile(containing: try JSONEncoder().encode(job))
        defer { close(file) }
        var containment = policy.containment(of: plugin)
        var inherited = [file, descriptor]
        // The open file lives as long as the process of the importer.
        var scratch: Int32 = -1
        defer { if scratch >= 0 { close(scratch) } }
        if job.hasScratch == true {
            containment.limits.fileBytes = try DiskSpace(
                folder: scratchFolder, reserve: Spool.reserve
            ).available()
            let (created, path) = try PrivateFile.created(in: scratchFolder)
            unlink(path)
            scratch = created
            inherited.append(created)
        }
        let (output, writingEnd) = try ImporterOutput.open(
            of: plugin.manifest.name, loop: loop, logger: logger)
        defer { close(writingEnd) }
        let launch = Launch(
            path: plugin.executable, environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"],
            output: writingEnd, inheritedDescriptors: inherited)
        return ImporterProcess(
            process: try await .start(
                launch, in: policy.folder(of: plugin), under: containment,
                loop: loop), output: output)
    }

    /// An anonymous memory file with the job, at offset 0. The caller closes it.
    private static func memoryFile(containing job: Data) throws(Status) -> Int32 {
        let file = dayline_memory_file()
        guard file >= 0 else {
            throw Status(
                .resourceExhausted, "The importer's job has no memory file (error \(errno)).")
        }
        let written = job.withUnsafeBytes { pwrite(file, $0.baseAddress, $0.count, 0) }
        guard written == job.count else {
            close(file)
            throw Status(.resourceExhausted, "The importer's job does not fit into memory.")
        }
        return file
    }

    var containment: ContainmentReport? { process.containment }

    func kill() {
        process.kill()
    }

    /// Waits until the importer and the processes that it started have ended.
    func ending() async throws -> ChildProcess.Termination {
        try await process.ending()
    }

    func newestLines() async -> [String] {
        await output.newestLines()
    }
}
