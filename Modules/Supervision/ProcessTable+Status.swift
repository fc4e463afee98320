/// Queries about the processes.
extension ProcessTable {
    /// The time of the next deadline; nil without one.
    package var nextDeadline: Duration? {
        slots.compactMap(\.phase.deadline).min()
    }

    /// True if every process should run and is ready.
    package var isReady: Bool {
        slots.allSatisfy { $0.desiredState == .run && $0.phase.state == .ready }
    }

    /// True if no transition is pending: every process is ready, stopped or failed, or waits for a
    /// dependency that will not start.
    package var isSettled: Bool { isSettled(ignoring: []) }

    /// True if no transition is pending in groups other than `groups`.
    func isSettled(ignoring groups: Set<String>) -> Bool {
        !shouldRestartAll
            && slots.allSatisfy { slot in
                if groups.contains(slot.group) { return true }
                return switch slot.phase {
                case .ready: slot.desiredState == .run
                case .stopped, .failed: true
                case .waiting: !canRun(slot.group)
                case .starting, .draining, .terminating, .aborting, .killing, .backoff: false
                }
            }
    }

    /// True if all dependencies of a group run or may still start.
    private func canRun(_ name: String) -> Bool {
        guard let group = groups.first(where: { $0.name == name }) else { return false }
        return group.dependencies.allSatisfy { dependency in
            canRun(dependency)
                && slots.contains {
                    $0.group == dependency && $0.desiredState != .stop && !$0.phase.isFailed
                }
        }
    }

    /// True if no process exists.
    package var isStopped: Bool {
        !slots.contains { $0.phase.isAlive }
    }

    /// The failed processes and their reasons.
    package var failures: [(slot: String, reason: String)] {
        slots.compactMap { slot in slot.phase.failure.map { (slot.name, $0) } }
    }
}
