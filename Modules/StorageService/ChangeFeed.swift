package import Contracts
package import RPC

/// Tells the bus of changes, one after another, in the order of their numbers.
///
/// Nobody may depend on it: whoever misses a number asks ``Changes/since`` for the rest.
package struct ChangeFeed: Sendable {
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
            // Without the bus nobody is there to be told.
            _ = try? await bus.call(BusEvents.publish, change.event(tellingValues: false))
        }
    }
}
