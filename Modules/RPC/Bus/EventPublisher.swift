import Synchronization

/// What happens in a process, on its way to the bus: one event after another, and nobody waits for it.
///
/// Nobody may depend on it. What the bus does not take in time is dropped, the oldest first.
package final class EventPublisher: Sendable {
    /// Events that may wait for the bus.
    private static let limit = 1024

    private let publisher: String
    private let events: AsyncStream<BusEvents.Event>
    private let state: Mutex<State>

    private struct State {
        let continuation: AsyncStream<BusEvents.Event>.Continuation
        var publishedCount: Int64 = 0
    }

    /// - Parameter publisher: Who tells the events that have no number of their own: a name that no
    ///   other process ever has, such as the instance's.
    package init(publisher: String) {
        self.publisher = publisher
        let (events, continuation) = AsyncStream.makeStream(
            of: BusEvents.Event.self, bufferingPolicy: .bufferingNewest(Self.limit))
        self.events = events
        state = Mutex(State(continuation: continuation))
    }

    /// Tells of something that is kept nowhere; its number is how many this feed has told.
    package func publish(_ topic: String, _ fields: [String: String]) {
        state.withLock { waiting in
            waiting.publishedCount += 1
            waiting.continuation.yield(
                BusEvents.Event(
                    topic: topic, publisher: publisher, number: waiting.publishedCount,
                    fields: fields))
        }
    }

    /// Tells events that have their numbers from somewhere else, such as a log.
    package func publish(_ events: [BusEvents.Event]) {
        state.withLock { waiting in
            for event in events { waiting.continuation.yield(event) }
        }
    }

    /// Publishes what is told, until the task is cancelled.
    package func run(on bus: Client) async {
        for await event in events {
            // Without the bus nobody is there to be told.
            _ = try? await bus.call(BusEvents.publish, event)
        }
    }
}
