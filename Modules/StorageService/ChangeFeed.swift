package import Contracts
package import RPC

/// Tells the bus of changes, one after another, in the order of their numbers.
///
/// Nobody may depend on it: whoever misses a number asks ``Changes/since`` for the rest.
package struct ChangeFeed: Sendable {
    /// The feed's topic; a change's kind comes below it, as in `change.import`.
    package static let topic = "change"
    /// Changes that may wait for the bus; older ones are dropped.
    private static let limit = 1024

    private let changes: AsyncStream<Changes.Change>
    private let continuation: AsyncStream<Changes.Change>.Continuation

    package init() {
        (changes, continuation) = AsyncStream.makeStream(
            bufferingPolicy: .bufferingNewest(Self.limit))
    }

    package func tell(_ changes: [Changes.Change]) {
        for change in changes { continuation.yield(change) }
    }

    /// Publishes what is told, until the task is cancelled.
    package func run(on bus: Client) async {
        for await change in changes {
            let event = BusEvents.Event(
                topic: "\(Self.topic).\(change.kind)", publisher: "storage",
                number: change.number,
                fields: [
                    "profile": change.profile, "who": change.who, "key": change.key,
                    "at": change.at,
                ])
            // Without the bus nobody is there to be told.
            _ = try? await bus.call(BusEvents.publish, event)
        }
    }
}
