import Contracts
import RPC
import Synchronization
import Testing

@testable import Folding

struct StorageWorkersTests {
    private typealias Target = StorageWorkers.Target

    /// A broker with a list of workers; nil: the caller may not read the list.
    private final class Broker: Service {
        let workers = Mutex<[BusBroker.Worker]?>([])
        private let events = AsyncStream<BusEvents.Event>.makeStream()

        func register(on router: inout Router) {
            router.handle(BusEvents.subscribe) { [events] _, _, writer in
                for await event in events.stream { try await writer.send(event) }
                return Empty()
            }
            router.handle(BusBroker.list) { [self] _, _ in
                guard let workers = workers.withLock({ $0 }) else {
                    throw Status(.permissionDenied, "The list is not permitted.")
                }
                return BusBroker.ListResponse(
                    workers: workers, services: [], clients: 0, malformed: 0)
            }
        }

        func publish(_ topic: String) {
            events.continuation.yield(
                BusEvents.Event(topic: topic, publisher: "broker", number: 1, fields: [:]))
        }
    }

    private func worker(
        _ instance: String, _ service: String, isByProfile: Bool?
    ) -> BusBroker.Worker {
        BusBroker.Worker(
            announcement: WorkerAnnouncement(
                instance: instance, name: "storage", pid: 1, capacity: 1,
                services: [WorkerAnnouncement.Service(name: service, version: 1)],
                isByProfile: isByProfile),
            state: .ready, inFlight: 0, served: 0, failed: 0, latency: LatencyHistogram())
    }

    @Test(.timeLimit(.minutes(1)))
    func `the targets are the storage workers by profile, or any worker without them`()
        async throws
    {
        let broker = Broker()
        let workers = StorageWorkers(client: Client(inProcess: broker)) { _ in }
        var targets = workers.targets.makeAsyncIterator()

        let initial = await targets.next()
        broker.workers.withLock {
            $0 = [
                worker("a", Folds.service, isByProfile: true),
                worker("b", Folds.service, isByProfile: true),
                worker("c", Folds.service, isByProfile: nil),
                worker("d", "dayline.tracker.Journal", isByProfile: true),
            ]
        }
        broker.publish(BusEvents.subscribed)
        let subscribed = await targets.next()
        broker.workers.withLock { $0 = [] }
        broker.publish("worker.gone")
        let after = await targets.next()

        #expect(initial == [Target()])
        #expect(subscribed == [Target(instance: "a"), Target(instance: "b")])
        #expect(after == [Target()])
    }

    @Test(.timeLimit(.minutes(1)))
    func `a list that is not permitted is reported`() async throws {
        let broker = Broker()
        broker.workers.withLock { $0 = nil }
        let failures = AsyncStream<Status>.makeStream()
        let workers = StorageWorkers(client: Client(inProcess: broker)) {
            failures.continuation.yield($0)
        }

        broker.publish(BusEvents.subscribed)
        var targets = workers.targets.makeAsyncIterator()
        let initial = await targets.next()
        var reports = failures.stream.makeAsyncIterator()
        let report = await reports.next()

        #expect(initial == [Target()])
        #expect(report?.code == .permissionDenied)
    }
}
