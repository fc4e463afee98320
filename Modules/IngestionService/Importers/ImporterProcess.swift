import CLinux
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import Processes
import RPC
import ZeroMQ

/// A running importer process. It inherits the file and its job only, and dies with this process.
final class ImporterProcess: RunningImporter {
    private let process: ContainedProcess
    private let loop: Loop

    private init(process: ContainedProcess, loop: Loop) {
        self.process = process
        self.loop = loop
    }

    /// Starts the process on the loop's thread: the parent-death signal is sent when that thread
    /// ends, which lives as long as this process.
    static func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32, policy: ImporterPolicy,
        loop: Loop
    ) async throws -> ImporterProcess {
        let job = try JSONEncoder().encode(job)
        let containment = policy.containment(of: plugin)
        let process = try await loop.run {
            let file = try Self.memoryFile(containing: job)
            defer { close(file) }
            let launch = Launch(
                path: plugin.executable,
                environment: ["LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"],
                output: STDERR_FILENO, inheritedDescriptors: [file, descriptor])
            return try launch.start(in: policy.folder(of: plugin), under: containment)
        }
        return ImporterProcess(process: process, loop: loop)
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

    var containment: ContainmentReport? { process.appliedContainment }

    func kill() {
        process.kill()
    }

    /// Waits until the importer and the processes that it started have ended.
    func ending() async throws -> ChildProcess.Termination {
        let process = process
        let loop = loop
        while true {
            if let ending = process.reap() { return ending }
            try await withCheckedThrowingContinuation {
                (continuation: CheckedContinuation<Void, any Error>) in
                loop.post {
                    let waiting = LoopWait(loop: loop, continuation: continuation)
                    waiting.start(descriptor: process.pidfd)
                }
            }
        }
    }
}

/// Waits on the loop until a descriptor is readable.
private final class LoopWait {
    private let loop: Loop
    private var continuation: CheckedContinuation<Void, any Error>?
    private var source: LoopSource?

    init(loop: Loop, continuation: CheckedContinuation<Void, any Error>) {
        self.loop = loop
        self.continuation = continuation
    }

    func start(descriptor: Int32) {
        do {
            source = try loop.watch(descriptor) {
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                guard poll(&entry, 1, 0) > 0 else { return false }
                self.finish()
                return false
            }
        } catch {
            continuation?.resume(throwing: error)
            continuation = nil
        }
    }

    private func finish() {
        if let source { loop.unwatch(source) }
        source = nil
        continuation?.resume()
        continuation = nil
    }
}
