import HostFiles
package import Processes

/// The actual and desired states of all processes: all decisions of the supervisor without their effects.
///
/// An event enters with its time, and actions come out. The supervisor carries them out and reports
/// results as further events. Times are relative to the supervisor's start.
package struct ProcessTable: Sendable {
    package internal(set) var groups: [WorkerGroup]
    package internal(set) var slots: [ProcessSlot] = []
    let policy: RestartPolicy
    /// The reasons why services of plugins without a group are not served, by service.
    let absencesOfPlugins: [String: String]
    /// A source of random numbers from 0 to 1.
    private let random: @Sendable () -> Double
    /// True if everything starts again once everything has stopped.
    var shouldRestartAll = false
    var actions: [Action] = []

    /// One run of one process.
    package struct Instance: Hashable, Sendable, CustomStringConvertible {
        package let slot: String
        package let run: Int

        package var description: String { "\(slot).\(run)" }
    }

    package enum Event: Hashable, Sendable {
        case ready(Instance)
        /// The process is still starting, and needs more time for the named step.
        case preparing(Instance, String)
        case ended(Instance, EndReason)
        /// The process runs but does not respond.
        case hung(Instance)
        /// A deadline may have passed; see `nextDeadline`.
        case timer
        /// A group or process; nil for everything.
        case start(group: String?)
        case stop(group: String?)
        case restart(group: String?)
        case scale(group: String, count: Int)
    }

    package enum EndReason: Hashable, Sendable {
        /// The process could not be started, or reported the reason of its end.
        case explained(String)
        case ended(ChildProcess.Termination)
    }

    package enum Action: Hashable, Sendable {
        case spawn(Instance)
        /// Requests the process to finish open calls and end.
        case drain(Instance)
        case terminate(Instance)
        /// Sends SIGABRT, so that the process logs a backtrace.
        case abort(Instance)
        case kill(Instance)
        /// Logs and publishes a state.
        case report(slot: String, state: State, reason: String?)
    }

    /// The state that `dayline status` shows.
    package enum State: String, CaseIterable, Sendable {
        case stopped, starting, ready, draining, backoff, failed
    }

    /// - Parameters:
    ///   - groups: The groups in the order in which they start.
    ///   - absences: The reasons why services of other plugins are not served, by service.
    ///   - policy: The limits of restarts.
    ///   - random: Returns a random number from 0 to 1.
    package init(
        groups: [WorkerGroup], absences: [String: String] = [:],
        policy: RestartPolicy = RestartPolicy(),
        random: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.groups = groups
        absencesOfPlugins = absences
        self.policy = policy
        self.random = random
        for group in groups {
            for number in 1...group.count {
                slots.append(ProcessSlot(name: group.processName(number), group: group.name))
            }
        }
    }

    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .ready(let instance): handleReady(instance, at: now)
        case .preparing(let instance, let step): handlePreparing(instance, step, at: now)
        case .ended(let instance, let ending): handleEnd(instance, ending, at: now)
        case .hung(let instance): handleHang(instance, at: now)
        case .timer: break
        case .start(let group): start(group)
        case .stop(let group):
            if group == nil { shouldRestartAll = false }
            stop(group)
        case .restart(let group): restart(group)
        case .scale(let group, let count): scale(group, to: count)
        }
        settle(at: now)
        defer { actions = [] }
        return actions
    }
}

extension ProcessTable {
    private mutating func handleReady(_ instance: Instance, at now: Duration) {
        guard let index = index(of: instance), case .starting = slots[index].phase else { return }
        transition(index, to: .ready(since: now))
    }

    private mutating func handlePreparing(_ instance: Instance, _ step: String, at now: Duration) {
        guard let index = index(of: instance), case .starting = slots[index].phase else { return }
        slots[index].phase = .starting(until: now + policy.readyLimit)
        report(slots[index].name, .starting, step)
    }

    private mutating func handleHang(_ instance: Instance, at now: Duration) {
        guard let index = index(of: instance), case .ready = slots[index].phase else { return }
        let reason = "did not answer any more"
        transition(
            index, to: .aborting(reason, until: now + policy.abortLimit), reason: reason)
        actions.append(.abort(instance))
    }

    private mutating func handleEnd(_ instance: Instance, _ ending: EndReason, at now: Duration) {
        guard let index = index(of: instance), slots[index].phase.isAlive else { return }
        let slot = slots[index]
        switch slot.desiredState {
        case .remove:
            report(slot.name, .stopped)
            slots.remove(at: index)
        case .stop:
            transition(index, to: .stopped)
        case .restart:
            slots[index].desiredState = .run
            transition(index, to: .waiting)
        case .run:
            handleCrash(index, slot.phase.timeoutReason ?? "\(ending)", at: now)
        }
    }

    private mutating func handleCrash(_ index: Int, _ reason: String, at now: Duration) {
        var readyFor: Duration?
        if case .ready(let since) = slots[index].phase { readyFor = now - since }
        let decision = slots[index].crashes.recordCrash(
            at: now, readyFor: readyFor, policy: policy, random: random())
        switch decision {
        case .fail: transition(index, to: .failed(reason), reason: reason)
        case .restart(let delay):
            slots[index].restarts += 1
            transition(index, to: .backoff(until: now + delay), reason: reason)
        }
    }

    private func index(of instance: Instance) -> Int? {
        slots.firstIndex { $0.instance == instance }
    }

    mutating func transition(_ index: Int, to phase: ProcessSlot.Phase, reason: String? = nil) {
        let before = slots[index].phase.state
        slots[index].phase = phase
        if phase.state != before { report(slots[index].name, phase.state, reason) }
    }

    mutating func report(_ slot: String, _ state: State, _ reason: String? = nil) {
        actions.append(.report(slot: slot, state: state, reason: reason))
    }
}

extension ProcessTable.EndReason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .explained(let reason): reason
        case .ended(let ending): "ended with \(ending)"
        }
    }
}
