/// How the processes stand.
extension ProcessTable {
    /// When something is due that no event will announce; nil when nothing is.
    package var nextDeadline: Duration? {
        slots.compactMap(\.phase.deadline).min()
    }

    /// Whether everything that should run is ready.
    package var isReady: Bool {
        slots.allSatisfy { $0.desiredState == .run && $0.phase.state == .ready }
    }

    /// Whether nothing is under way: every process runs, has stopped, was given up, or waits for one
    /// that will not come.
    package var isSettled: Bool { isSettled(ignoring: []) }

    /// The same, whatever the processes of some groups do.
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

    /// Whether what a group depends on runs, or may yet.
    private func canRun(_ name: String) -> Bool {
        guard let group = groups.first(where: { $0.name == name }) else { return false }
        return group.dependencies.allSatisfy { dependency in
            canRun(dependency)
                && slots.contains {
                    $0.group == dependency && $0.desiredState != .stop && !$0.phase.isFailed
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
