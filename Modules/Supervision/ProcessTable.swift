import HostFiles
package import Processes

/// What every process is doing and what it should be doing: all decisions of the supervisor, and
/// none of its effects.
///
/// An event goes in with the time at which it happened, and actions come out; whoever carries them
/// out reports what became of them as further events. Times are counted from the supervisor's start.
package struct ProcessTable: Sendable {
    package internal(set) var groups: [WorkerGroup]
    package internal(set) var slots: [Slot] = []
    let policy: RestartPolicy
    /// From 0 to 1.
    private let chance: @Sendable () -> Double
    /// Whether everything starts again once everything has stopped.
    var startsAgain = false
    var actions: [Action] = []

    /// One run of one process.
    package struct Instance: Hashable, Sendable, CustomStringConvertible {
        package let slot: String
        package let run: Int

        package var description: String { "\(slot).\(run)" }
    }

    package enum Event: Hashable, Sendable {
        case ready(Instance)
        /// It needs longer before it is ready, for that.
        case preparing(Instance, String)
        case ended(Instance, Ending)
        /// It runs and does not answer any more.
        case hung(Instance)
        /// Time has passed; `nextMoment` says when this is worth telling.
        case time
        /// Of nil: everything.
        case start(group: String?)
        case stop(group: String?)
        case restart(group: String?)
        case scale(group: String, count: Int)
    }

    package enum Ending: Hashable, Sendable {
        /// It could not be started, or said itself why it had to end.
        case explained(String)
        case ended(ChildProcess.Ending)
    }

    package enum Action: Hashable, Sendable {
        case spawn(Instance)
        /// Ask it to finish what it has begun and to end.
        case drain(Instance)
        case terminate(Instance)
        /// End it so that it says where it was.
        case abort(Instance)
        case kill(Instance)
        /// For the log: what a process does now, and why.
        case note(slot: String, state: State, reason: String?)
    }

    /// What `status` shows.
    package enum State: String, CaseIterable, Sendable {
        case stopped, starting, ready, draining, backoff, failed
    }

    package init(
        groups: [WorkerGroup], policy: RestartPolicy = RestartPolicy(),
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.groups = groups
        self.policy = policy
        self.chance = chance
        for group in groups {
            for number in 1...group.count {
                slots.append(Slot(name: group.processName(number), group: group.name))
            }
        }
    }

    package mutating func handle(_ event: Event, at now: Duration) -> [Action] {
        switch event {
        case .ready(let instance): becameReady(instance, at: now)
        case .preparing(let instance, let what): prepares(instance, what, at: now)
        case .ended(let instance, let ending): ended(instance, ending, at: now)
        case .hung(let instance): hung(instance, at: now)
        case .time: break
        case .start(let group): start(group)
        case .stop(let group):
            if group == nil { startsAgain = false }
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
    private mutating func becameReady(_ instance: Instance, at now: Duration) {
        guard let index = index(of: instance), case .starting = slots[index].phase else { return }
        move(index, to: .ready(since: now))
    }

    private mutating func prepares(_ instance: Instance, _ what: String, at now: Duration) {
        guard let index = index(of: instance), case .starting = slots[index].phase else { return }
        slots[index].phase = .starting(until: now + policy.readyLimit)
        note(slots[index].name, .starting, what)
    }

    private mutating func hung(_ instance: Instance, at now: Duration) {
        guard let index = index(of: instance), case .ready = slots[index].phase else { return }
        let reason = "did not answer any more"
        move(
            index, to: .aborting(reason, until: now + policy.abortLimit), because: reason)
        actions.append(.abort(instance))
    }

    private mutating func ended(_ instance: Instance, _ ending: Ending, at now: Duration) {
        guard let index = index(of: instance), slots[index].phase.isAlive else { return }
        let slot = slots[index]
        switch slot.goal {
        case .remove:
            note(slot.name, .stopped)
            slots.remove(at: index)
        case .stop:
            move(index, to: .stopped)
        case .restart:
            slots[index].goal = .run
            move(index, to: .waiting)
        case .run:
            died(index, slot.phase.overdue ?? "\(ending)", at: now)
        }
    }

    private mutating func died(_ index: Int, _ reason: String, at now: Duration) {
        var readyFor: Duration?
        if case .ready(let since) = slots[index].phase { readyFor = now - since }
        let verdict = slots[index].deaths.verdict(
            at: now, readyFor: readyFor, policy: policy, chance: chance())
        switch verdict {
        case .giveUp: move(index, to: .failed(reason), because: reason)
        case .startAgain(let delay):
            slots[index].restarts += 1
            move(index, to: .backoff(until: now + delay), because: reason)
        }
    }

    private func index(of instance: Instance) -> Int? {
        slots.firstIndex { $0.instance == instance }
    }

    mutating func move(_ index: Int, to phase: Slot.Phase, because reason: String? = nil) {
        let before = slots[index].phase.state
        slots[index].phase = phase
        if phase.state != before { note(slots[index].name, phase.state, reason) }
    }

    mutating func note(_ slot: String, _ state: State, _ reason: String? = nil) {
        actions.append(.note(slot: slot, state: state, reason: reason))
    }
}

extension ProcessTable.Ending: CustomStringConvertible {
    package var description: String {
        switch self {
        case .explained(let reason): reason
        case .ended(let ending): "ended with \(ending)"
        }
    }
}
