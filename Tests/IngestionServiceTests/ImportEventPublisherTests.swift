import Contracts
import PluginKit
import Processes
import RPC
import Synchronization
import Testing

/// What whoever listens is told of imports.
struct ImportEventPublisherTests {
    /// Takes in what is published.
    private final class Listener: Service {
        let events = AsyncStream.makeStream(of: BusEvents.Event.self)

        func register(on router: inout Router) {
            router.handle(BusEvents.publish) { event, _ in
                self.events.continuation.yield(event)
                return Empty()
            }
        }
    }

    /// What was told when an event of one of these stages has come.
    private func events(of world: ImportWorld, until stage: String) async -> [BusEvents.Event] {
        let listener = Listener()
        let telling = Task { await world.events.run(on: Client(inProcess: listener)) }
        defer { telling.cancel() }
        var heard: [BusEvents.Event] = []
        for await event in listener.events.stream {
            heard.append(event)
            if event.fields["stage"] == stage { break }
        }
        return heard
    }

    @Test func `each stage is told, and the end with its books`() async throws {
        let world = try ImportWorld { desk, job, _ in
            try await desk.push(job) { batches in
                let steps = try batches.series(
                    SeriesDescription(metric: "stepCount", unit: "count", source: "x"))
                try batches.append(steps, 0, value: 10)
            }
        }

        let report = try await world.run(profile: "kim")
        let events = await events(of: world, until: "done")

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

    @Test func `an import that comes to nothing is told with the reason`() async throws {
        let world = try ImportWorld { _, _, _ in
            throw ScriptedImporter.Crash(ending: .exited(3))
        }

        let status = await #expect(throws: Status.self) { try await world.run() }
        let events = await events(of: world, until: "failed")

        #expect(events.last?.fields["code"] == status?.code.name)
        #expect(events.last?.fields["message"] == status?.message)
    }
}
