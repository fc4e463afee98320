import Contracts
import HostFiles
import MemoryStorage
import RPC
import Synchronization
import Testing
import TrackerService

/// A storage service that answers queries for documents when it is released, and counts them.
private final class SlowStorage: Service {
    private let storage = Client(inProcess: MemoryStorage())
    private let (released, releasing) = AsyncStream<Void>.makeStream()
    private let loads = Atomic(0)

    var loadCount: Int { loads.load(ordering: .acquiring) }

    func release() { releasing.finish() }

    func register(on router: inout Router) {
        router.handle(Changes.since) { [storage] in
            try await storage.call(Changes.since, $0, $1.forwardedOptions)
        }
        router.handle(TrackerRecords.entries) { [storage] in
            try await storage.call(TrackerRecords.entries, $0, $1.forwardedOptions)
        }
        router.handle(TrackerRecords.documents) { [self] request, context in
            loads.add(1, ordering: .acquiringAndReleasing)
            for await _ in released {}
            return try await storage.call(
                TrackerRecords.documents, request, context.forwardedOptions)
        }
    }
}

@Suite struct SlowLoadTests {
    @Test func `a profile that loads longer than a caller waits is loaded once`() async throws {
        let storage = SlowStorage()
        let tracker = Client(
            inProcess: TrackerService(
                client: Client(inProcess: storage), zones: ZoneCatalog(), now: { 0 }))

        let late = await #expect(throws: Status.self) {
            try await tracker.call(
                Activities.list, Activities.ListRequest(),
                CallOptions(deadline: .after(.milliseconds(50))))
        }
        storage.release()
        let list = try await tracker.call(Activities.list, Activities.ListRequest())

        #expect(late?.code == .deadlineExceeded)
        #expect(list.activities.isEmpty)
        #expect(storage.loadCount == 1)
    }
}
