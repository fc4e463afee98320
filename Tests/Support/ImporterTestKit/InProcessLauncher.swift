package import Contracts
import Glibc
package import HostFiles
package import IngestionService
package import PluginKit
import Processes
package import RPC
import Synchronization

/// Runs importers in this process.
package struct InProcessLauncher: ImporterLauncher {
    /// Reads a file for an importer.
    package typealias Script =
        @Sendable (_ file: ImportFile, _ job: ImportJob, _ batches: inout SampleBatches) throws ->
        Void

    private let receiver: Client
    private let script: Script

    /// - Parameters:
    ///   - receiver: The client for the receiver of batches.
    ///   - script: Reads each file.
    package init(receiver: Client, script: @escaping Script) {
        (self.receiver, self.script) = (receiver, script)
    }

    package func start(
        _ plugin: InstalledPlugin, job: ImportJob, descriptor: Int32
    ) async throws -> any RunningImporter {
        let own = dup(descriptor)
        return InProcessImporter { [receiver, script] in
            defer { close(own) }
            let packets = Packets()
            var batches = SampleBatches(units: job.units) { packets.add($0) }
            do {
                try script(ImportFile(descriptor: own, job: job), job, &batches)
                try batches.flush()
            } catch {
                let failure = Batches.Batch(failure: Status(describing: error))
                packets.add(Packet(failure, columns: []))
            }
            // The import reports the error.
            _ = try? await receiver.upload(
                Batches.push, Batches.PushRequest(token: job.token), CallOptions(deadline: .never)
            ) { writer in
                for packet in packets.all { try await writer.send(packet) }
            }
        }
    }
}

private final class InProcessImporter: RunningImporter {
    private let task: Task<Void, Never>

    init(_ body: @escaping @Sendable () async -> Void) {
        task = Task { await body() }
    }

    func kill() {
        task.cancel()
    }

    func ending() async throws -> ChildProcess.Termination {
        await task.value
        return .exited(0)
    }
}

private final class Packets: Sendable {
    private let packets = Mutex<[Packet<Batches.Batch>]>([])

    var all: [Packet<Batches.Batch>] { packets.withLock { $0 } }

    func add(_ packet: Packet<Batches.Batch>) {
        packets.withLock { $0.append(packet) }
    }
}
