import Contracts
import RPC
import Synchronization
import WebPages

/// An event of the stream of a browser.
struct LiveEvent: Sendable {
    var position: EventPosition
    /// A topic of ``Page/Topic``, or `reset`: the browser reads the page again.
    var topic: String
}

/// Follows the changes of each profile that a browser shows, and forwards them to the streams.
///
/// A page carries the position of the events at the time before its data was read. Its stream continues
/// after that position, so that no change between the two is lost.
final class LiveEvents: Sendable {
    private struct Follower {
        var streams: [Int: AsyncStream<LiveEvent>.Continuation] = [:]
        /// The number of the latest event.
        var latest = 0
        /// The latest events, oldest first.
        var recent: [LiveEvent] = []
    }

    private struct State {
        var followers: [String: Follower] = [:]
        var nextStream = 0
    }

    /// Events that are retained for a browser whose stream begins late or is slow.
    private static let retainedEvents = 64
    private static let reset = "reset"
    private static let retryDelay = Duration.seconds(1)
    private static let busTopics = [
        Changes.topic, Imports.progressTopic, "fold.progress", "worker.state",
    ]

    private let bus: Client
    private let epoch = EventPosition.newEpoch()
    private let state = Mutex(State())

    init(bus: Client) {
        self.bus = bus
    }

    /// The position after the latest event of a profile. The first call begins to follow the profile.
    func position(of profile: String) -> EventPosition {
        let (number, isNew) = state.withLock { state in
            let follower = state.followers[profile]
            if follower == nil { state.followers[profile] = Follower() }
            return (follower?.latest ?? 0, follower == nil)
        }
        // For the lifetime of the process: a profile that was shown is shown again.
        if isNew { Task { await follow(profile) } }
        return EventPosition(epoch: epoch, number: number)
    }

    /// The events of a profile after a position; nil: from now on. The stream ends when its consumer does.
    func stream(of profile: String, after position: EventPosition?) -> AsyncStream<LiveEvent> {
        let now = self.position(of: profile)
        let (events, continuation) = AsyncStream<LiveEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.retainedEvents))
        let id = state.withLock { state in
            state.nextStream += 1
            let follower = state.followers[profile] ?? Follower()
            for event in missed(after: position ?? now, follower) { continuation.yield(event) }
            state.followers[profile]?.streams[state.nextStream] = continuation
            return state.nextStream
        }
        continuation.onTermination = { _ in
            self.state.withLock { $0.followers[profile]?.streams[id] = nil }
        }
        return events
    }

    /// The retained events after a position; a reset if the position is too old or of another process.
    private func missed(after position: EventPosition, _ follower: Follower) -> [LiveEvent] {
        let oldest = follower.latest - follower.recent.count
        guard position.epoch == epoch, (oldest...follower.latest).contains(position.number) else {
            let latest = EventPosition(epoch: epoch, number: follower.latest)
            return [LiveEvent(position: latest, topic: Self.reset)]
        }
        return Array(follower.recent.dropFirst(position.number - oldest))
    }

    private func follow(_ profile: String) async {
        while true {
            do {
                let latest = try await bus.call(
                    Changes.since, .init(number: 0, limit: 1), CallOptions(profile: profile)
                ).latest
                // Pages before this number may have missed changes.
                send(Self.reset, to: profile)
                let subscription = EventSubscription(
                    bus, topics: Self.busTopics, profile: profile, after: latest)
                try await subscription.follow { update in self.forward(update, of: profile) }
            } catch {
                if Status(describing: error).code == .notFound {
                    return state.withLock { $0.followers[profile] = nil }
                }
                // The bus is not available yet.
                try? await Task.sleep(for: Self.retryDelay)
            }
        }
    }

    private func forward(_ update: EventSubscription.Update, of profile: String) {
        switch update {
        case .change(let change):
            for topic in Self.topics(of: change.kind) { send(topic, to: profile) }
        case .event(let event):
            let topic: Page.Topic =
                event.topic == Imports.progressTopic
                ? .imports : event.topic == "fold.progress" ? .health : .workers
            send(topic.rawValue, to: profile)
        case .interrupted:
            send(Self.reset, to: profile)
        }
    }

    private func send(_ topic: String, to profile: String) {
        state.withLock { state in
            guard var follower = state.followers[profile] else { return }
            follower.latest += 1
            let event = LiveEvent(
                position: EventPosition(epoch: epoch, number: follower.latest), topic: topic)
            follower.recent = (follower.recent + [event]).suffix(Self.retainedEvents)
            state.followers[profile] = follower
            for stream in follower.streams.values { stream.yield(event) }
        }
    }

    /// The topics of a kind of change in the change log.
    static func topics(of kind: String) -> [String] {
        let topics: [Page.Topic]
        switch kind {
        case "entries", "entry", "deletedEntry": topics = [.entries]
        case "tracker": topics = [.entries, .activities, .goals, .weight, .milestone]
        case "goal", "goalLink": topics = [.goals]
        case "weight": topics = [.weight]
        case "milestone": topics = [.milestone]
        case "import": topics = [.imports, .health]
        case "sample", "sources", "refold", "damage": topics = [.health]
        case "zone": topics = [.entries, .health, .settings]
        case "setting", "profile": topics = [.settings]
        case "restored": return [reset]
        default: topics = [.activities, .entries]
        }
        return topics.map(\.rawValue)
    }
}
