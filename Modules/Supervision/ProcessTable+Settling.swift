/// Transitions that follow from events, requests and deadlines.
extension ProcessTable {
    mutating func settle(at now: Duration) {
        for index in slots.indices { applyDeadline(index, at: now) }
        for index in slots.indices.reversed() { drainIfStopping(index, at: now) }
        if shouldRestartAll, slots.allSatisfy({ $0.phase.state == .stopped }) {
            shouldRestartAll = false
            start(nil)
        }
        for index in slots.indices { spawnIfWaiting(index, at: now) }
    }

    /// Applies the deadline of a phase that has passed.
    private mutating func applyDeadline(_ index: Int, at now: Duration) {
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
            slots[index].phase = .killing("did not end after SIGTERM")
            actions.append(.kill(instance))
        case .aborting(let reason, _):
            slots[index].phase = .killing(reason)
            actions.append(.kill(instance))
        case .backoff: slots[index].phase = .waiting
        case .stopped, .waiting, .ready, .killing, .failed: break
        }
    }

    /// Drains a process that should end, unless a dependent is still stopping.
    private mutating func drainIfStopping(_ index: Int, at now: Duration) {
        let slot = slots[index]
        guard slot.desiredState != .run else { return }
        let limit: Duration
        switch slot.phase {
        case .starting: limit = policy.startDrainLimit
        case .ready: limit = policy.drainLimit
        default: return
        }
        switch slot.desiredState {
        case .stop where slots.contains(where: { isStopping($0, before: slot.group) }): return
        case .restart where hasUnavailableSibling(slot): return
        default: break
        }
        transition(index, to: .draining(until: now + limit))
        actions.append(.drain(slot.instance))
    }

    /// Starts a process that should run once its dependencies are ready.
    private mutating func spawnIfWaiting(_ index: Int, at now: Duration) {
        let slot = slots[index]
        guard slot.desiredState == .run, case .waiting = slot.phase, canSpawn(slot) else { return }
        slots[index].run += 1
        transition(index, to: .starting(until: now + policy.readyLimit))
        actions.append(.spawn(slots[index].instance))
    }

    private func canSpawn(_ slot: ProcessSlot) -> Bool {
        guard let group = groups.first(where: { $0.name == slot.group }) else { return false }
        return group.dependencies.allSatisfy { dependency in
            slots.contains { $0.group == dependency && $0.phase.state == .ready }
        }
    }

    private func isStopping(_ slot: ProcessSlot, before group: String) -> Bool {
        slot.desiredState == .stop && slot.phase.isAlive
            && groups.contains { $0.name == slot.group && $0.dependencies.contains(group) }
    }

    private func hasUnavailableSibling(_ slot: ProcessSlot) -> Bool {
        slots.contains {
            guard $0.group == slot.group, $0.name != slot.name else { return false }
            return switch $0.phase {
            case .waiting, .starting, .draining, .terminating, .aborting, .killing: true
            case .stopped, .ready, .backoff, .failed: false
            }
        }
    }
}
