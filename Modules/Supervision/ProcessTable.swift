import HostFiles
package import Processes

/// What every process is doing and what it should be doing: all decisions of the supervisor, and
/// none of its effects.
///
/// An event goes in with the time at which it happened, and actions come out; whoever carries them
/// out reports what became of them as further events. Times are counted from the supervisor's start.
package struct ProcessTable: Sendable {
    package private(set) var groups: [WorkerGroup]
    package private(set) var slots: [Slot] = []
    private let policy: RestartPolicy
    /// From 0 to 1.
    private let chance: @Sendable () -> Double
    /// Whether everything starts again once everything has stopped.
    private var startsAgain = false
    private var actions: [Action] = []

    /// One run of one process.
    package struct Instance: Hashable, Sendable, CustomStringConvertible {
        package let slot: String
        package let run: Int

        package var description: String { "\(slot).\(run)" }
    }

    package enum Event: Hashable, Sendable {
        case ready(Instance)
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

    /// When something is due that no event will announce; nil when nothing is.
    package var nextMoment: Duration? {
        slots.compactMap(\.phase.deadline).min()
    }

    /// Whether everything that should run is ready.
    package var isReady: Bool {
        slots.allSatisfy { $0.goal == .run && $0.phase.state == .ready }
    }

    /// Whether nothing is under way: every process runs, has stopped, was given up, or waits for one
    /// that will not come.
    package var isSettled: Bool {
        !startsAgain
            && slots.allSatisfy { slot in
                switch slot.phase {
                case .ready: slot.goal == .run
                case .stopped, .failed: true
                case .waiting: !canComeToRun(slot.group)
                case .starting, .draining, .terminating, .aborting, .killing, .backoff: false
                }
            }
    }

    /// Whether what a group depends on runs, or may yet.
    private func canComeToRun(_ name: String) -> Bool {
        guard let group = groups.first(where: { $0.name == name }) else { return false }
        return group.dependencies.allSatisfy { dependency in
            canComeToRun(dependency)
                && slots.contains {
                    $0.group == dependency && $0.goal != .stop && !$0.phase.isFailed
                }
        }
    }

    /// Whether no process is left.
    package var isStopped: Bool {
        !slots.contains { $0.phase.isAlive }
    }

    /// Processes that were given up, and why.
    package var failures: [(slot: String, reason: String)] {
        slots.compactMap { slot in
            if case .failed(let reason) = slot.phase { (slot.name, reason) } else { nil }
        }
    }

    /// How long a worker may be unknown to the broker.
    var absenceLimit: Duration { policy.absenceLimit }

    /// The broker that serves; nil when there is nobody to tell news to.
    var brokerInstance: Instance? {
        let brokers = groups.filter { $0.plugin.manifest.kind == .broker }.map(\.name)
        return slots.first { brokers.contains($0.group) && $0.phase.state == .ready }?.instance
    }

    var isBrokerReady: Bool { brokerInstance != nil }

    /// Services that somebody serves now or will soon.
    package var expectedServices: Set<String> {
        let running = Set(slots.filter { $0.goal != .stop && !$0.phase.isFailed }.map(\.group))
        return Set(
            groups.filter { running.contains($0.name) }.flatMap(\.plugin.manifest.services))
    }

    /// Why services that are not expected are not: by service, a sentence.
    package var absences: [String: String] {
        var absences: [String: String] = [:]
        for group in groups where !group.plugin.manifest.services.isEmpty {
            let slots = slots.filter { $0.group == group.name }
            guard slots.allSatisfy({ $0.goal == .stop || $0.phase.isFailed }) else { continue }
            let failure = slots.lazy.compactMap { slot in
                if case .failed(let reason) = slot.phase { reason } else { nil }
            }.first
            let sentence =
                failure.map { "\(group.name) was given up: \($0)" } ?? "\(group.name) was stopped."
            for service in group.plugin.manifest.services { absences[service] = sentence }
        }
        return absences
    }
}

// MARK: What happened

extension ProcessTable {
    private mutating func becameReady(_ instance: Instance, at now: Duration) {
        guard let index = index(of: instance), case .starting = slots[index].phase else { return }
        move(index, to: .ready(since: now))
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
}

// MARK: What was asked for

extension ProcessTable {
    private mutating func start(_ group: String?) {
        for index in slots.indices where slots[index].isOf(group) {
            if slots[index].phase.isAlive {
                // On its way out, it comes back.
                if slots[index].goal == .stop { slots[index].goal = .restart }
            } else {
                if slots[index].goal != .remove { slots[index].goal = .run }
                slots[index].deaths = DeathRecord()
                if case .backoff = slots[index].phase { continue }
                move(index, to: .waiting)
            }
        }
    }

    private mutating func stop(_ group: String?) {
        for index in slots.indices where slots[index].isOf(group) {
            if slots[index].goal != .remove { slots[index].goal = .stop }
            if !slots[index].phase.isAlive { move(index, to: .stopped) }
        }
    }

    /// A group is restarted one process after the other, so that it stays at work; everything is
    /// restarted by stopping it all, since what depends on a process should not see it go.
    private mutating func restart(_ group: String?) {
        guard group != nil else {
            startsAgain = true
            return stop(nil)
        }
        for index in slots.indices where slots[index].isOf(group) && slots[index].goal == .run {
            if slots[index].phase.isAlive { slots[index].goal = .restart }
        }
        start(group)
    }

    private mutating func scale(_ name: String, to count: Int) {
        guard let place = groups.firstIndex(where: { $0.name == name }) else { return }
        groups[place].count = count
        let wanted = (1...max(1, count)).map { groups[place].processName($0) }
        for index in slots.indices.reversed()
        where slots[index].group == name && !wanted.contains(slots[index].name) {
            slots[index].goal = .remove
            if !slots[index].phase.isAlive { slots.remove(at: index) }
        }
        for process in wanted where !slots.contains(where: { $0.name == process }) {
            let end = slots.lastIndex { $0.group == name }.map { $0 + 1 } ?? slots.endIndex
            var slot = Slot(name: process, group: name)
            slot.goal = .run
            slot.phase = .waiting
            slots.insert(slot, at: end)
        }
        for index in slots.indices where wanted.contains(slots[index].name) {
            // It was to be removed and is wanted again.
            if slots[index].goal == .remove { slots[index].goal = .restart }
        }
    }
}

// MARK: What follows

extension ProcessTable {
    private mutating func settle(at now: Duration) {
        for index in slots.indices { expire(index, at: now) }
        for index in slots.indices.reversed() { leave(index, at: now) }
        if startsAgain, slots.allSatisfy({ $0.phase.state == .stopped }) {
            startsAgain = false
            start(nil)
        }
        for index in slots.indices { enter(index, at: now) }
    }

    /// What the passing of time alone brings about.
    private mutating func expire(_ index: Int, at now: Duration) {
        guard let deadline = slots[index].phase.deadline, deadline <= now else { return }
        let instance = slots[index].instance
        switch slots[index].phase {
        case .starting:
            let reason = "was not ready within \(policy.readyLimit)"
            slots[index].phase = .killing(reason)
            actions.append(.kill(instance))
        case .draining:
            slots[index].phase = .terminating(until: now + policy.terminateLimit)
            actions.append(.terminate(instance))
        case .terminating:
            slots[index].phase = .killing("did not end when told to")
            actions.append(.kill(instance))
        case .aborting(let reason, _):
            slots[index].phase = .killing(reason)
            actions.append(.kill(instance))
        case .backoff: slots[index].phase = .waiting
        case .stopped, .waiting, .ready, .killing, .failed: break
        }
    }

    /// Begins the end of a process that should go, when nobody needs it for their own end.
    private mutating func leave(_ index: Int, at now: Duration) {
        let slot = slots[index]
        guard slot.goal != .run else { return }
        switch slot.phase {
        case .starting, .ready: break
        default: return
        }
        switch slot.goal {
        case .stop where slots.contains(where: { isLeaving($0, before: slot.group) }): return
        case .restart where isSiblingAway(slot): return
        default: break
        }
        move(index, to: .draining(until: now + policy.drainLimit))
        actions.append(.drain(slot.instance))
    }

    /// Starts a process that should run, when what it depends on is ready.
    private mutating func enter(_ index: Int, at now: Duration) {
        let slot = slots[index]
        guard slot.goal == .run, case .waiting = slot.phase, canEnter(slot) else { return }
        slots[index].run += 1
        move(index, to: .starting(until: now + policy.readyLimit))
        actions.append(.spawn(slots[index].instance))
    }

    private func canEnter(_ slot: Slot) -> Bool {
        guard let group = groups.first(where: { $0.name == slot.group }) else { return false }
        return group.dependencies.allSatisfy { dependency in
            slots.contains { $0.group == dependency && $0.phase.state == .ready }
        }
    }

    private func isLeaving(_ slot: Slot, before group: String) -> Bool {
        slot.goal == .stop && slot.phase.isAlive
            && groups.contains { $0.name == slot.group && $0.dependencies.contains(group) }
    }

    private func isSiblingAway(_ slot: Slot) -> Bool {
        slots.contains {
            guard $0.group == slot.group, $0.name != slot.name else { return false }
            return switch $0.phase {
            case .waiting, .starting, .draining, .terminating, .aborting, .killing: true
            case .stopped, .ready, .backoff, .failed: false
            }
        }
    }

    private func index(of instance: Instance) -> Int? {
        slots.firstIndex { $0.instance == instance }
    }

    private mutating func move(_ index: Int, to phase: Slot.Phase, because reason: String? = nil) {
        let before = slots[index].phase.state
        slots[index].phase = phase
        if phase.state != before { note(slots[index].name, phase.state, reason) }
    }

    private mutating func note(_ slot: String, _ state: State, _ reason: String? = nil) {
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
