package import RPC
import Synchronization

/// Events by topic, across restarts of workers. Changes are read from the change log, so that none
/// is missed; other events are best effort.
package struct EventSubscription: Sendable {
    package enum Update: Sendable {
        /// A change of the change log.
        case change(Changes.Change)
        /// An event that is not a change.
        case event(BusEvents.Event)
        /// The bus is unavailable; the subscription continues when the bus is available again.
        case interrupted(Status)
    }

    private static let initialDelay = Duration.milliseconds(100)
    private static let maximumDelay = Duration.seconds(2)

    private let client: Client
    private let topics: [String]
    private let profile: String?
    private let number: Int64?

    /// - Parameters:
    ///   - client: The client of the bus.
    ///   - topics: The topics, each with the topics below it; empty: all topics.
    ///   - profile: The profile whose changes are read; nil: the default profile.
    ///   - number: The number of the last change that was read; nil: that of the newest change.
    package init(_ client: Client, topics: [String], profile: String?, after number: Int64?) {
        self.client = client
        self.topics = topics
        self.profile = profile
        self.number = number
    }

    /// Passes the stored changes after the number to `receive`, and returns.
    package func replay(_ receive: (Changes.Change) async throws -> Void) async throws {
        try await ChangeFeed(client, profile: profile, after: number).read { change in
            if isSubscribed(to: change.topic) { try await receive(change) }
        }
    }

    /// Passes all changes and events after the number to `receive`, until the task is cancelled.
    /// - Throws: UNAVAILABLE if the bus is unavailable at the start.
    package func follow(
        _ receive: @escaping @Sendable (Update) async throws -> Void
    ) async throws {
        let trail =
            includesChanges ? try await ChangeFeed(client, profile: profile, after: number) : nil
        var delay = Self.initialDelay
        let progress = Progress()
        var isFirst = true
        while true {
            do {
                _ = try await client.stream(
                    BusEvents.subscribe, .init(topics: subscribedTopics),
                    CallOptions(deadline: .never, profile: profile)
                ) { event in
                    progress.markBegun()
                    try await deliver(event, trail, receive)
                }
            } catch {
                let status = Status(describing: error)
                let hasBegun = progress.reset()
                guard status.code == .unavailable, hasBegun || !isFirst else { throw error }
                isFirst = false
                if hasBegun {
                    delay = Self.initialDelay
                    try await receive(.interrupted(status))
                }
            }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, Self.maximumDelay)
        }
    }

    /// Passes the event to `receive`, or the new changes if the event signals that the log has
    /// more.
    private func deliver(
        _ event: BusEvents.Event, _ trail: ChangeFeed?,
        _ receive: @escaping @Sendable (Update) async throws -> Void
    ) async throws {
        let isChange = Self.isTopic(event.topic, within: Changes.topic)
        if let trail, isChange || Self.shouldReadChangeLog(after: event) {
            let isNew = event.number > trail.number || !isChange
            if isNew {
                try await trail.readWithRetries { change in
                    if isSubscribed(to: change.topic) { try await receive(.change(change)) }
                }
            }
        }
        if !isChange, event.topic != BusEvents.subscribed, isSubscribed(to: event.topic) {
            try await receive(.event(event))
        }
    }

    /// True if changes may have been missed: a subscription has begun, or the
    /// storage worker has restarted.
    private static func shouldReadChangeLog(after event: BusEvents.Event) -> Bool {
        event.topic == BusEvents.subscribed
            || event.topic == "worker.ready"
                && event.fields["name"].map(WorkerName.isStorage) == true
    }

    private var includesChanges: Bool {
        topics.isEmpty || topics.contains { Self.isTopic($0, within: Changes.topic) }
    }

    private var subscribedTopics: [String] {
        topics.isEmpty || !includesChanges ? topics : topics + [Changes.topic, "worker.ready"]
    }

    private func isSubscribed(to topic: String) -> Bool {
        topics.isEmpty || topics.contains { Self.isTopic(topic, within: $0) }
    }

    private static func isTopic(_ topic: String, within other: String) -> Bool {
        topic == other || topic.hasPrefix(other + ".")
    }

    /// Records whether the current subscription has delivered an event.
    private final class Progress: Sendable {
        private let hasBegun = Mutex(false)

        func markBegun() {
            hasBegun.withLock { $0 = true }
        }

        /// Returns true if an event was delivered, and clears the record.
        func reset() -> Bool {
            hasBegun.withLock { hasBegun in
                defer { hasBegun = false }
                return hasBegun
            }
        }
    }
}
