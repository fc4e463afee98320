import Contracts
import Logging
import RPC
import Synchronization

/// Publishes a profile to its broker: at each connection and after each change of the profile.
final class HomeAssistantTask: Sendable {
    private struct State {
        var response: HomeAssistant.StateResponse
        /// The published texts by topic.
        var published: [String: String] = [:]
        /// The activities of the buttons by object.
        var buttons: [String: String] = [:]
    }

    /// Changes that follow each other are published together.
    private static let pause = Duration.milliseconds(500)
    private static let retryDelay = Duration.seconds(2)

    let settings: MQTTBrokerSettings
    private let topics: HomeAssistantTopics
    private let reader: HomeAssistantReader
    private let logger: Logger
    private let connection: MQTTConnection
    private let state: Mutex<State>
    private let signal = WakeSignal()
    /// Ends with the first answer of the broker.
    private let answered = WakeSignal()

    /// Begins to connect.
    /// - Throws: The status of ``MQTTConnection/init(_:id:availability:)``.
    init(
        _ settings: MQTTBrokerSettings, home: String, bus: Client, logger: Logger
    ) throws(Status) {
        self.settings = settings
        self.logger = logger
        topics = HomeAssistantTopics(
            prefix: settings.prefix, profile: settings.profile, home: home)
        reader = HomeAssistantReader(bus: bus, options: CallOptions(profile: settings.profile))
        connection = try MQTTConnection(
            settings, id: topics.device, availability: topics.availability)
        state = Mutex(
            State(
                response: HomeAssistant.StateResponse(host: settings.host, port: settings.port)))
    }

    var response: HomeAssistant.StateResponse { state.withLock { $0.response } }

    /// Runs until the task is cancelled or the profile does not exist any more.
    func run() async {
        await withTaskGroup { group in
            group.addTask { await self.receive() }
            group.addTask { await self.follow() }
            group.addTask { await self.publishRepeatedly() }
            await group.next()
            group.cancelAll()
        }
    }

    /// Returns when the broker has accepted or refused the connection.
    /// - Throws: UNAVAILABLE with the reason if the broker refused it, or after the timeout.
    func waitUntilConnected(timeout: Duration) async throws(Status) {
        let timer = Task { [answered] in
            try? await Task.sleep(for: timeout)
            answered.send()
        }
        defer { timer.cancel() }
        await answered.handle { false }
        let response = response
        guard !response.isConnected else { return }
        throw Status(
            .unavailable,
            "The broker \(settings.host):\(settings.port) does not accept the connection: "
                + "\(response.problem ?? "no answer").",
            hint: "Check the host, the port, the user and the password.")
    }

    private func receive() async {
        for await event in connection.events {
            switch event {
            case .connected:
                state.withLock { state in
                    (state.response.isConnected, state.response.problem) = (true, nil)
                    state.published = [:]
                }
                connection.subscribe(topics.commands)
                connection.subscribe(topics.discoveries)
                connection.publish(HomeAssistantTopics.online, to: topics.availability)
                answered.send()
                signal.send()
            case .ended(let reason):
                state.withLock { state in
                    (state.response.isConnected, state.response.problem) = (false, reason)
                }
                answered.send()
            case .message(let topic, let payload): await receive(payload, from: topic)
            }
        }
    }

    private func receive(_ payload: [UInt8], from topic: String) async {
        if let object = topics.pressed(topic) {
            let activity = state.withLock { $0.buttons[object] }
            guard let activity, payload == Array(HomeAssistantTopics.press.utf8) else { return }
            do {
                try await reader.log(activity)
            } catch {
                let status = Status(describing: error)
                logger.warning("A button of Home Assistant failed (\(status.code.name)).")
                // A message can name the activity.
                logger.debug("A button of Home Assistant failed: \(status.message)")
            }
        } else if topics.discovered(topic) != nil, !payload.isEmpty {
            // An entity of an earlier connection that the profile does not have any more.
            let isKnown = state.withLock { $0.published.isEmpty || $0.published[topic] != nil }
            if !isKnown { connection.publish(nil, to: topic) }
        }
    }

    private func follow() async {
        while !Task.isCancelled {
            do {
                let subscription = EventSubscription(
                    reader.bus, topics: [Changes.topic, Folds.progressTopic],
                    profile: settings.profile, after: nil)
                signal.send()
                try await subscription.follow { update in
                    if case .event(let event) = update,
                        event.fields["profile"] != self.settings.profile
                    {
                        return
                    }
                    self.signal.send()
                }
            } catch {
                if Status(describing: error).code == .notFound { return }
                try? await Task.sleep(for: Self.retryDelay)
            }
        }
    }

    private func publishRepeatedly() async {
        await signal.handle {
            guard response.isConnected else { return true }
            do {
                try await publish()
                try await Task.sleep(for: Self.pause)
            } catch {
                if Task.isCancelled || Status(describing: error).code == .notFound { return false }
                logger.debug("\(settings.profile) is not published: \(Status(describing: error))")
                try? await Task.sleep(for: Self.retryDelay)
                signal.send()
            }
            return true
        }
    }

    /// Publishes the texts that differ from the published ones, and removes the entities that are gone.
    private func publish() async throws {
        let entities = try await reader.entities()
        var texts: [String: String] = [:]
        var buttons: [String: String] = [:]
        for entity in entities {
            texts[topics.discovery(entity.component, entity.object)] = try entity.discovery(
                topics, profile: settings.profile)
            switch entity.kind {
            case .button(let activity): buttons[entity.object] = activity
            case .sensor(let value, let day, _, _):
                texts[topics.state(entity.object)] = value
                texts[topics.attributes(entity.object)] = try JSONBody.encode(["day": day]).text
            }
        }
        let published = state.withLock { state in
            defer {
                state.published = texts
                state.buttons = buttons
                state.response.buttons = buttons.count
                state.response.sensors = entities.count - buttons.count
            }
            return state.published
        }
        for (topic, text) in texts.sorted(by: { $0.key < $1.key }) where published[topic] != text {
            connection.publish(text, to: topic)
        }
        for topic in published.keys where texts[topic] == nil { connection.publish(nil, to: topic) }
    }

    /// Removes all entities of the profile from the broker.
    func removeEntities() {
        let published = state.withLock { $0.published }
        for topic in published.keys { connection.publish(nil, to: topic) }
        connection.publish(nil, to: topics.availability)
    }
}
