import Contracts
import FoundationEssentials
import HostFiles
import PluginKit
import Processes
import RPC
import Synchronization

@testable import IngestionService

/// Runs scripted importers in this process.
struct ScriptedLauncher: ImporterLauncher {
    typealias Script = @Sendable (ImportJob, ScriptedImporter) async throws -> Void

    let script: Script

    func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter {
        let importer = ScriptedImporter()
        importer.run { try await script(job, importer) }
        return importer
    }
}

final class ScriptedImporter: RunningImporter {
    private let events = AsyncStream.makeStream(of: ChildProcess.Termination.self)
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let killed = Mutex(false)

    var wasKilled: Bool { killed.withLock { $0 } }

    func run(_ body: @escaping @Sendable () async throws -> Void) {
        let continuation = events.continuation
        task.withLock { task in
            task = Task {
                do {
                    try await body()
                    continuation.yield(.exited(0))
                } catch let crash as Crash {
                    continuation.yield(crash.ending)
                } catch {
                    continuation.yield(.exited(1))
                }
                continuation.finish()
            }
        }
    }

    func kill() {
        killed.withLock { $0 = true }
        task.withLock { $0?.cancel() }
    }

    func ending() async throws -> ChildProcess.Termination {
        for await ending in events.stream { return ending }
        throw CancellationError()
    }

    struct Crash: Error {
        var ending: ChildProcess.Termination
    }
}

extension Client {
    /// Pushes the batches of `read`, as an importer does.
    func push(
        _ job: ImportJob, _ read: (inout SampleBatches) throws -> Void
    ) async throws {
        let collected = CollectedPackets()
        var batches = SampleBatches(units: job.units) { collected.add($0) }
        try read(&batches)
        try batches.flush()
        _ = try await upload(
            Batches.push, Batches.PushRequest(token: job.token), CallOptions(deadline: .never)
        ) { writer in
            for packet in collected.packets { try await writer.send(packet) }
        }
    }
}

private final class CollectedPackets: Sendable {
    private let state = Mutex<[Packet<Batches.Batch>]>([])

    var packets: [Packet<Batches.Batch>] { state.withLock { $0 } }

    func add(_ packet: Packet<Batches.Batch>) {
        state.withLock { $0.append(packet) }
    }
}
