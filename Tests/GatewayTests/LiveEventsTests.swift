import Contracts
import RPC
import Testing

@testable import Gateway

/// A bus whose subscribers receive a state of a worker for each element of a stream.
private struct WorkerStates: Service {
    let states: AsyncStream<Void>

    func register(on router: inout Router) {
        router.handle(Changes.since) { _, _ in Changes.SinceResponse(changes: [], latest: 0) }
        router.handle(BusEvents.subscribe) { _, _, writer in
            for await _ in states {
                try await writer.send(
                    BusEvents.Event(topic: "worker.state", publisher: "x", number: 1, fields: [:]))
            }
            return Empty()
        }
    }
}

@Suite struct LiveEventsTests {
    /// The numbers of retained events, as in `LiveEvents`.
    private static let retained = 64

    private let live: LiveEvents
    private let states: AsyncStream<Void>.Continuation

    init() {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        live = LiveEvents(bus: Client(inProcess: WorkerStates(states: stream)))
        states = continuation
    }

    /// The position after `count` events of the profile `kim`, of which the first is the reset at the start.
    private func position(after count: Int) async throws -> EventPosition {
        var events = live.stream(of: "kim", after: nil).makeAsyncIterator()
        for _ in 1..<count { states.yield() }
        while let event = await events.next() {
            if event.position.number == count { return event.position }
        }
        throw Status(.internal, "The stream ended.")
    }

    /// The first `count` events after a position.
    private func events(_ count: Int, after position: EventPosition?) async -> [LiveEvent] {
        var events = live.stream(of: "kim", after: position).makeAsyncIterator()
        var read: [LiveEvent] = []
        while read.count < count, let event = await events.next() { read.append(event) }
        return read
    }

    @Test func `a stream begins with the events after its position`() async throws {
        let latest = try await position(after: 4)
        let seen = EventPosition(epoch: latest.epoch, number: 2)

        let read = await events(2, after: seen)

        #expect(read.map(\.position.number) == [3, 4])
        #expect(read.map(\.topic) == ["workers", "workers"])
    }

    @Test func `a stream at the latest position begins with the next event`() async throws {
        let latest = try await position(after: 4)

        async let read = events(1, after: latest)
        states.yield()

        #expect(await read.map(\.position.number) == [5])
    }

    @Test(arguments: [0, 1, 67, -1])
    func `a position whose events are not retained gets a reset`(number: Int) async throws {
        let latest = try await position(after: Self.retained + 2)

        let read = await events(1, after: EventPosition(epoch: latest.epoch, number: number))

        #expect(read.map(\.topic) == ["reset"])
        #expect(read.map(\.position) == [latest])
    }

    @Test func `the oldest position whose events are retained gets all of them`() async throws {
        let latest = try await position(after: Self.retained + 2)

        let read = await events(
            Self.retained, after: EventPosition(epoch: latest.epoch, number: 2))

        #expect(read.map(\.position.number) == Array(3...Self.retained + 2))
        #expect(Set(read.map(\.topic)) == ["workers"])
    }

    @Test func `a position of another process gets a reset`() async throws {
        let latest = try await position(after: 3)

        let read = await events(
            1, after: EventPosition(epoch: latest.epoch &+ 1, number: latest.number))

        #expect(read.map(\.topic) == ["reset"])
    }
}
