import Contracts
import HostFiles
import Logging
import RPC
import Synchronization

/// The brokers of the profiles and their tasks.
final class HomeAssistantService: Sendable {
    private struct Running {
        let task: HomeAssistantTask
        let handle: Task<Void, Never>
    }

    /// Time for a broker to answer.
    private static let timeout = Duration.seconds(10)
    /// Time to send the removal of entities before the connection is closed.
    private static let removalTime = Duration.milliseconds(500)

    private let brokers: StoredList<MQTTBrokerSettings>
    private let running = Mutex<[String: Running]>([:])
    private let home: String
    private let bus: Client
    private let logger: Logger

    /// - Throws: FAILED_PRECONDITION if the file of the brokers is invalid.
    init(home: Home, bus: Client, logger: Logger) throws {
        brokers = try StoredList(
            path: home.homeAssistant, key: "brokers",
            remedy: "Move the file away, and connect again: dayline home-assistant connect HOST")
        (self.home, self.bus, self.logger) = (home.folder, bus, logger)
    }

    func register(on router: inout Router) {
        router.handle(HomeAssistant.connect) { [self] request, call in
            try await connect(request, call)
        }
        router.handle(HomeAssistant.disconnect) { [self] _, call in
            guard brokers.all.contains(where: { $0.profile == call.profile }) else {
                throw Status(
                    .notFound, "The profile \(call.profile) has no broker.",
                    hint: "Connect one with: dayline home-assistant connect HOST")
            }
            try await remove(call.profile)
            return Empty()
        }
        router.handle(HomeAssistant.state) { [self] _, call in
            running.withLock { $0[call.profile]?.task.response } ?? HomeAssistant.StateResponse()
        }
    }

    /// Starts the tasks of the stored brokers.
    func start() {
        for broker in brokers.all {
            do {
                start(try task(broker))
            } catch {
                logger.error("The broker of \(broker.profile) is not used: \(error.message)")
            }
        }
    }

    func close() {
        let all = running.withLock { running in
            defer { running = [:] }
            return running.values.map(\.handle)
        }
        for handle in all { handle.cancel() }
    }

    /// Removes the broker of a profile, and the entities from it.
    func remove(_ profile: String) async throws {
        try brokers.change { $0.removeAll { $0.profile == profile } }
        running.withLock { $0[profile] }?.task.removeEntities()
        try? await Task.sleep(for: Self.removalTime)
        _ = await stop(profile)
    }

    /// The profiles with a broker.
    var profiles: [String] { brokers.all.map(\.profile) }

    /// Removes the brokers of absent profiles, and the entities from them.
    func bind(to existing: ExistingProfiles) async throws {
        for broker in try brokers.bind(to: existing) { try await remove(broker.profile) }
    }

    /// Ends the task of a profile.
    /// - Returns: The broker of the ended task; nil without one.
    private func stop(_ profile: String) async -> MQTTBrokerSettings? {
        guard let ended = running.withLock({ $0.removeValue(forKey: profile) }) else { return nil }
        ended.handle.cancel()
        await ended.handle.value
        return ended.task.settings
    }

    /// Removes the broker of a profile that does not exist any more, so that a new profile of the same name
    /// does not use it.
    private func forget(_ task: HomeAssistantTask) {
        task.removeEntities()
        running.withLock { $0[task.settings.profile] = nil }
        do {
            try brokers.change { $0.removeAll { $0.profile == task.settings.profile } }
        } catch {
            logger.error("The broker of \(task.settings.profile) is not removed: \(error)")
        }
    }

    private func task(_ broker: MQTTBrokerSettings) throws(Status) -> HomeAssistantTask {
        try HomeAssistantTask(broker, home: home, bus: bus, logger: logger)
    }

    private func start(_ task: HomeAssistantTask) {
        let handle = Task {
            await task.run()
            if !Task.isCancelled { self.forget(task) }
        }
        running.withLock {
            $0[task.settings.profile] = Running(task: task, handle: handle)
        }
    }

    private func connect(
        _ request: HomeAssistant.ConnectRequest, _ call: CallContext
    ) async throws -> HomeAssistant.StateResponse {
        let broker = try MQTTBrokerSettings(request, profile: call.profile)
        // Fails for a profile that does not exist.
        _ = try await bus.call(Settings.list, Empty(), call.forwardedOptions)
        // Two connections with one identifier would end each other.
        let earlier = await stop(call.profile)
        do {
            let task = try task(broker)
            start(task)
            try await task.waitUntilConnected(timeout: Self.timeout)
            try brokers.change { brokers in
                brokers.removeAll { $0.profile == call.profile }
                brokers.append(broker)
            }
            // Without storage, the next comparison binds the broker.
            if !ExistingProfiles.isSame(call.profile, CallMetadata.defaultProfile),
                let existing = try? await ProfileFollower(bus).profiles()
            {
                try await bind(to: existing)
            }
            return task.response
        } catch {
            _ = await stop(call.profile)
            if let earlier, let task = try? task(earlier) { start(task) }
            throw error
        }
    }
}
