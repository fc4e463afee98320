import HostFiles
import Logging
import Synchronization

/// The running tasks: one for each profile with a channel, and one for each channel.
final class NotifierTasks: Sendable {
    private struct State {
        var profiles: [String: (watch: ProfileWatch, task: Task<Void, Never>)] = [:]
        var channels: [ChannelSettings: (signal: WakeSignal, task: Task<Void, Never>)] = [:]
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Starts the tasks of new channels and cancels those of removed ones.
    func update(_ context: NotifierContext) {
        let settings = Set(context.channels.all)
        state.withLock { state in
            guard !state.isClosed else { return }
            for channel in Set(state.channels.keys).subtracting(settings) {
                state.channels.removeValue(forKey: channel)?.task.cancel()
            }
            let sorted = settings.sorted { ($0.profile, $0.name) < ($1.profile, $1.name) }
            for channel in sorted where state.channels[channel] == nil {
                let task = ChannelTask(channel: channel, context: context)
                task.signal.send()
                state.channels[channel] = (task.signal, Task { await task.run() })
            }
            let profiles = Set(settings.map(\.profile))
            for profile in Set(state.profiles.keys).subtracting(profiles) {
                state.profiles.removeValue(forKey: profile)?.task.cancel()
            }
            for profile in profiles where state.profiles[profile] == nil {
                let watch = ProfileWatch(profile, context)
                let task = Task {
                    await watch.run()
                    if !Task.isCancelled { self.forget(profile, context) }
                }
                state.profiles[profile] = (watch, task)
            }
        }
    }

    func wake(_ profile: String) {
        let signals = state.withLock { state in
            state.channels.filter { $0.key.profile == profile }
                .sorted { $0.key.name < $1.key.name }.map(\.value.signal)
        }
        for signal in signals { signal.send() }
    }

    func evaluate(_ profile: String) {
        state.withLock { $0.profiles[profile]?.watch }?.evaluateAgain()
    }

    /// True if no task evaluates or sends.
    var isIdle: Bool {
        state.withLock { state in
            state.profiles.values.allSatisfy { $0.watch.isIdle }
                && state.channels.values.allSatisfy { $0.signal.isIdle }
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            for profile in state.profiles.values { profile.task.cancel() }
            for channel in state.channels.values { channel.task.cancel() }
        }
    }

    /// Removes the channels and deliveries of a profile that does not exist, so that a new profile of the
    /// same name does not use them.
    private func forget(_ profile: String, _ context: NotifierContext) {
        do {
            try context.channels.change { $0.removeAll { $0.profile == profile } }
            try context.log.remove(profile: profile)
            context.logger.notice("Removed the channels of a profile that does not exist any more.")
        } catch {
            context.logger.error("The channels of a removed profile are not removed: \(error)")
        }
        update(context)
    }
}
