package import RPC
import Synchronization

/// What happens, by topic, across whatever ends and comes back: changes from their log, so that none
/// is missed, and everything else as it is told, which is gone when nobody listens.
package struct EventTrail: Sendable {
    package enum News: Sendable {
        case change(Changes.Change)
        case event(BusEvents.Event)
        /// The bus is away; listening goes on when it is back.
        case interrupted(Status)
    }

    private static let firstDelay = Duration.milliseconds(100)
    private static let longestDelay = Duration.seconds(2)

    private let client: Client
    private let topics: [String]
    private let profile: String?
    private let number: Int64?

    /// - Parameters:
    ///   - client: Of the bus.
    ///   - topics: With those below them; none for all.
    ///   - profile: Whose changes; nil: the default profile's.
    ///   - number: The last change that was seen; nil: the newest there is.
    package init(_ client: Client, topics: [String], profile: String?, after number: Int64?) {
        self.client = client
        self.topics = topics
        self.profile = profile
        self.number = number
    }

    /// The changes after the number that are kept, and no more than these.
    package func replay(_ receive: (Changes.Change) async throws -> Void) async throws {
        try await ChangeTrail(client, profile: profile, after: number).read { change in
            if wants(change.topic) { try await receive(change) }
        }
    }

    /// Everything from the number on, until the task is cancelled.
    /// - Throws: UNAVAILABLE when there is no bus to begin with.
    package func follow(
        _ receive: @escaping @Sendable (News) async throws -> Void
    ) async throws {
        let trail =
            wantsChanges ? try await ChangeTrail(client, profile: profile, after: number) : nil
        var delay = Self.firstDelay
        let progress = Progress()
        var isFirst = true
        while true {
            do {
                _ = try await client.stream(
                    BusEvents.subscribe, .init(topics: subscribed),
                    CallOptions(deadline: .never, profile: profile)
                ) { event in
                    progress.note()
                    try await pass(event, trail, receive)
                }
            } catch {
                let status = Status(describing: error)
                let hasBegun = progress.take()
                guard status.code == .unavailable, hasBegun || !isFirst else { throw error }
                isFirst = false
                if hasBegun {
                    delay = Self.firstDelay
                    try await receive(.interrupted(status))
                }
            }
            try await Task.sleep(for: delay)
            delay = min(delay * 2, Self.longestDelay)
        }
    }

    /// An event as it is, unless it says that the log may have more.
    private func pass(
        _ event: BusEvents.Event, _ trail: ChangeTrail?,
        _ receive: @escaping @Sendable (News) async throws -> Void
    ) async throws {
        let isChange = Self.topic(event.topic, isWithin: Changes.topic)
        if let trail, isChange || Self.mayHideChanges(event) {
            let isNew = event.number > trail.number || !isChange
            if isNew {
                try await trail.readPatiently { change in
                    if wants(change.topic) { try await receive(.change(change)) }
                }
            }
        }
        if !isChange, event.topic != BusEvents.subscribed, wants(event.topic) {
            try await receive(.event(event))
        }
    }

    /// What comes when changes may have been made and not told: a subscription has begun, or the
    /// storage worker is there again.
    private static func mayHideChanges(_ event: BusEvents.Event) -> Bool {
        event.topic == BusEvents.subscribed
            || event.topic == "worker.ready" && event.fields["name"] == "storage"
    }

    private var wantsChanges: Bool {
        topics.isEmpty || topics.contains { Self.topic($0, isWithin: Changes.topic) }
    }

    private var subscribed: [String] {
        topics.isEmpty || !wantsChanges ? topics : topics + [Changes.topic, "worker.ready"]
    }

    private func wants(_ topic: String) -> Bool {
        topics.isEmpty || topics.contains { Self.topic(topic, isWithin: $0) }
    }

    private static func topic(_ topic: String, isWithin other: String) -> Bool {
        topic == other || topic.hasPrefix(other + ".")
    }

    /// Whether the subscription in force has brought anything.
    private final class Progress: Sendable {
        private let hasBegun = Mutex(false)

        func note() {
            hasBegun.withLock { $0 = true }
        }

        /// Whether it has; asked once for each subscription.
        func take() -> Bool {
            hasBegun.withLock { hasBegun in
                defer { hasBegun = false }
                return hasBegun
            }
        }
    }
}
