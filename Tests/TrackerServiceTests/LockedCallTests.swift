import Contracts
import HostFiles
import MemoryStorage
import RPC
import Synchronization
import TestKit
import Testing
import Tracker
import TrackerService

/// A storage service that records the time limits of calls that it receives.
private final class TimedStorage: Service {
    private let storage = Client(inProcess: MemoryStorage())
    private let remaining = Mutex<[Duration?]>([])

    /// The time left of each call when it arrived; nil for a call without deadline.
    var limits: [Duration?] { remaining.withLock { $0 } }

    func register(on router: inout Router) {
        record(Changes.since, on: &router)
        record(TrackerRecords.documents, on: &router)
        record(TrackerRecords.entries, on: &router)
        record(TrackerRecords.apply, on: &router)
        record(TrackerRecords.findResult, on: &router)
        record(TrackerRecords.undo, on: &router)
        router.handle(TrackerRecords.nextStep) { [self] in
            try await storage.call(TrackerRecords.nextStep, $0, $1.forwardedOptions)
        }
    }

    private func record<Request, Response>(
        _ method: RPC.Method<Request, Response>, on router: inout Router
    ) {
        router.handle(method) { [self] request, context in
            remaining.withLock { $0.append(context.deadline.remaining) }
            var options = context.forwardedOptions
            options.idempotencyKey = context.metadata.idempotencyKey
            return try await storage.call(method, request, options)
        }
    }
}

@Suite struct LockedCallTests {
    @Test func `a call that other requests of the profile wait for ends within 20 seconds`()
        async throws
    {
        let storage = TimedStorage()
        let client = Client(
            inProcess: TrackerService(
                client: Client(inProcess: storage), zones: ZoneCatalog(), now: { 0 }))
        let patient = CallOptions(deadline: .never, idempotencyKey: "k")

        _ = try await client.call(
            Activities.add, Activities.AddRequest(name: "Floss", fields: .init()),
            CallOptions(deadline: .never))
        _ = try await client.call(Journal.log, Journal.LogRequest(activity: "Floss"), patient)
        _ = try await client.call(
            Journal.undo, Journal.StepRequest(), CallOptions(deadline: .never))

        #expect(storage.limits.count >= 5)
        #expect(storage.limits.allSatisfy { $0.map { $0 <= .seconds(20) } == true })
    }
}
