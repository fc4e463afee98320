import RPC
import Synchronization

/// Sends events to the current subscribers.
final class EventHub: Sendable {
    /// Events queued for one subscriber; the oldest are dropped.
    private static let backlog = 256

    private struct Subscriber {
        let topics: [String]
        let profile: String
        let events: AsyncStream<BusEvents.Event>.Continuation

        func matches(_ event: BusEvents.Event) -> Bool {
            if let owner = event.fields[BusEvents.profileField], owner != profile { return false }
            return topics.isEmpty
                || topics.contains { event.topic == $0 || event.topic.hasPrefix("\($0).") }
        }
    }

    private struct State {
        var subscribers: [Int: Subscriber] = [:]
        var nextSubscriber = 0
        var published: Int64 = 0
    }

    private let state = Mutex(State())

    func publish(_ event: BusEvents.Event) {
        let subscribers = state.withLock { state in
            state.subscribers.values.filter { $0.matches(event) }
        }
        for subscriber in subscribers { subscriber.events.yield(event) }
    }

    /// Publishes an event of the broker under its next number.
    func publish(_ topic: String, _ fields: [String: String]) {
        let number = state.withLock { state in
            state.published += 1
            return state.published
        }
        publish(.init(topic: topic, publisher: "broker", number: number, fields: fields))
    }

    /// Sends the events of some topics to `receive`, except those of other profiles, until the task is
    /// cancelled.
    func subscribe(
        to topics: [String], in profile: String, _ receive: (BusEvents.Event) async throws -> Void
    ) async throws {
        let (events, continuation) = AsyncStream.makeStream(
            of: BusEvents.Event.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let (id, published) = state.withLock { state in
            state.nextSubscriber += 1
            state.subscribers[state.nextSubscriber] = Subscriber(
                topics: topics, profile: profile, events: continuation)
            return (state.nextSubscriber, state.published)
        }
        defer { state.withLock { $0.subscribers[id] = nil } }
        try await receive(
            BusEvents.Event(
                topic: BusEvents.subscribed, publisher: "broker", number: published, fields: [:]))
        for await event in events { try await receive(event) }
        try Task.checkCancellation()
    }
}
