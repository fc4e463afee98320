import Contracts
import PluginKit
import Processes
import RPC
import Synchronization
import Testing

/// The events of imports.
struct ImportEventPublisherTests {
    /// Receives published events.
    private final class Listener: Service {
        let events = AsyncStream.makeStream(of: BusEvents.Event.self)

        func register(on router: inout Router) {
            router.handle(BusEvents.publish) { event, _ in
                self.events.continuation.yield(event)
                return Empty()
            }
        }
    }

    /// The events up to the first of a stage.
    private func events(of system: ImportSystem, until stage: String) async -> [BusEvents.Event] {
        let listener = Listener()
        let publishing = Task { await system.events.run(on: Client(inProcess: listener)) }
        defer { publishing.cancel() }
        var received: [BusEvents.Event] = []
        for await event in listener.events.stream {
            received.append(event)
            if event.fields["stage"] == stage { break }
        }
        return received
    }

    @Test func `each stage is published, and the end with its counts`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in
                let steps = try batches.series(
                    SeriesDescription(metric: "stepCount", unit: "count", source: "x"))
                try batches.append(steps, 0, value: 10)
            }
        }

        let report = try await system.run(profile: "kim")
        let events = await events(of: system, until: "done")

        #expect(
            events.compactMap { $0.fields["stage"] } == [
                "reading", "publishing", "folding", "done",
            ])
        #expect(events.map(\.number) == [1, 2, 3, 4])
        #expect(events.allSatisfy { $0.topic == "import.progress" })
        #expect(events.allSatisfy { $0.fields["profile"] == "kim" })
        #expect(events.allSatisfy { $0.fields["file"] == "export.xml" })
        #expect(events.last?.fields["stored"] == "1")
        #expect(events.last?.fields["id"] == "\(report.id)")
    }

    @Test func `a failed import is published with its error`() async throws {
        let system = try ImportSystem { _, _, _ in
            throw ScriptedImporter.Crash(ending: .exited(3))
        }

        let status = await #expect(throws: Status.self) { try await system.run() }
        let events = await events(of: system, until: "failed")

        #expect(events.last?.fields["code"] == status?.code.name)
        #expect(events.last?.fields["message"] == status?.message)
    }
}
