import Synchronization

/// Publishes the events of a process in order, without making the code that emits them wait.
///
/// Delivery is best effort: if the bus is too slow, the oldest events are dropped.
package final class EventPublisher: Sendable {
    /// Events that may wait to be sent.
    private static let limit = 1024

    private let publisher: String
    private let events: AsyncStream<BusEvents.Event>
    private let state: Mutex<State>

    private struct State {
        let continuation: AsyncStream<BusEvents.Event>.Continuation
        var publishedCount: Int64 = 0
    }

    /// - Parameter publisher: Publisher of events without a number of their own. Must never be used by
    ///   another process; the name of the instance is suitable.
    package init(publisher: String) {
        self.publisher = publisher
        let (events, continuation) = AsyncStream.makeStream(
            of: BusEvents.Event.self, bufferingPolicy: .bufferingNewest(Self.limit))
        self.events = events
        state = Mutex(State(continuation: continuation))
    }

    /// Publishes an event under the next number of this publisher.
    package func publish(_ topic: String, _ fields: [String: String]) {
        state.withLock { state in
            state.publishedCount += 1
            state.continuation.yield(
                BusEvents.Event(
                    topic: topic, publisher: publisher, number: state.publishedCount,
                    fields: fields))
        }
    }

    /// Publishes events that already have numbers, such as those of the change log.
    package func publish(_ events: [BusEvents.Event]) {
        state.withLock { state in
            for event in events { state.continuation.yield(event) }
        }
    }

    /// Sends the published events until the task is cancelled.
    package func run(on bus: Client) async {
        for await event in events {
            // Without the bus there are no subscribers.
            _ = try? await bus.call(BusEvents.publish, event)
        }
    }
}
