/// How the processes stand.
extension ProcessTable {
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
    package var isSettled: Bool { isSettled(besides: []) }

    /// The same, whatever the processes of some groups do.
    func isSettled(besides groups: Set<String>) -> Bool {
        !startsAgain
            && slots.allSatisfy { slot in
                if groups.contains(slot.group) { return true }
                return switch slot.phase {
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
        slots.compactMap { slot in slot.phase.failure.map { (slot.name, $0) } }
    }
}
