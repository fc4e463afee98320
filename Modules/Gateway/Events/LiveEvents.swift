import Contracts
import RPC
import Synchronization
import WebPages

/// An event of the stream of a browser.
struct LiveEvent: Sendable {
    /// The number of the last change; nil: the event is not in the change log.
    var number: Int64?
    /// A topic of ``Page/Topic``, or `reset`.
    var topic: String
}

/// Follows the changes of each profile that a browser shows, and forwards them to the streams.
final class LiveEvents: Sendable {
    private struct Follower {
        var task: Task<Void, Never>
        var streams: [Int: AsyncStream<LiveEvent>.Continuation] = [:]
        var latest: Int64?
    }

    private struct State {
        var followers: [String: Follower] = [:]
        var nextStream = 0
    }

    /// Events that wait for a slow browser; the oldest are dropped, and the browser reads again.
    private static let bufferedEvents = 64
    private static let busTopics = [
        Changes.topic, Imports.progressTopic, "fold.progress", "worker.state",
    ]

    private let bus: Client
    private let state = Mutex(State())

    init(bus: Client) {
        self.bus = bus
    }

    /// The events of a profile from now on. The stream ends when its consumer does.
    func stream(of profile: String) -> AsyncStream<LiveEvent> {
        let (events, continuation) = AsyncStream<LiveEvent>.makeStream(
            bufferingPolicy: .bufferingNewest(Self.bufferedEvents))
        let id = state.withLock { state in
            state.nextStream += 1
            let follower =
                state.followers[profile] ?? Follower(task: Task { await follow(profile) })
            state.followers[profile] = follower
            state.followers[profile]?.streams[state.nextStream] = continuation
            return state.nextStream
        }
        continuation.onTermination = { [weak self] _ in self?.end(id, of: profile) }
        return events
    }

    private func end(_ id: Int, of profile: String) {
        state.withLock { state in
            state.followers[profile]?.streams[id] = nil
            guard let follower = state.followers[profile], follower.streams.isEmpty else { return }
            follower.task.cancel()
            state.followers[profile] = nil
        }
    }

    private func follow(_ profile: String) async {
        while !Task.isCancelled {
            do {
                let subscription = EventSubscription(
                    bus, topics: Self.busTopics, profile: profile, after: nil)
                try await subscription.follow { [weak self] update in
                    self?.forward(update, of: profile)
                }
            } catch {
                // The bus is not there yet. Pages are read again when it is.
                try? await Task.sleep(for: .seconds(1))
                send(LiveEvent(topic: "reset"), to: profile)
            }
        }
    }

    private func forward(_ update: EventSubscription.Update, of profile: String) {
        switch update {
        case .change(let change):
            for topic in Self.topics(of: change.kind) {
                send(LiveEvent(number: change.number, topic: topic), to: profile)
            }
        case .event(let event):
            let topic: Page.Topic =
                event.topic == Imports.progressTopic
                ? .imports : event.topic == "fold.progress" ? .health : .workers
            send(LiveEvent(topic: topic.rawValue), to: profile)
        case .interrupted:
            send(LiveEvent(topic: "reset"), to: profile)
        }
    }

    private func send(_ event: LiveEvent, to profile: String) {
        let streams = state.withLock { Array(($0.followers[profile]?.streams ?? [:]).values) }
        for stream in streams { stream.yield(event) }
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
        case "restored": return ["reset"]
        default: topics = [.activities, .entries]
        }
        return topics.map(\.rawValue)
    }
}
