import Contracts
import Glibc
import Processes
import ZeroMQ

/// A contained process that is awaited on a loop. It dies with this process.
final class LoopProcess: Sendable {
    private let process: ContainedProcess
    private let loop: Loop

    private init(process: ContainedProcess, loop: Loop) {
        self.process = process
        self.loop = loop
    }

    /// Starts a program on the loop's thread: the parent-death signal is sent when that thread ends,
    /// which lives as long as this process.
    static func start(
        _ launch: Launch, in folder: String, under containment: Containment, loop: Loop
    ) async throws -> LoopProcess {
        let process = try await loop.run { try launch.start(in: folder, under: containment) }
        return LoopProcess(process: process, loop: loop)
    }

    var containment: ContainmentReport { process.appliedContainment }

    func kill() {
        process.kill()
    }

    /// Waits until the process and the processes that it started have ended.
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
