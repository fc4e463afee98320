import HostFiles

/// What the broker is told.
extension ProcessTable {
    /// The broker that serves; nil when there is nobody to tell news to.
    var brokerInstance: Instance? {
        let brokers = groups.filter { $0.plugin.manifest.kind == .broker }.map(\.name)
        return slots.first { brokers.contains($0.group) && $0.phase.state == .ready }?.instance
    }

    var isBrokerReady: Bool { brokerInstance != nil }

    /// The workers that a broker should know.
    var readyWorkers: [Instance] {
        slots.filter { $0.phase.state == .ready && $0.instance != brokerInstance }.map(\.instance)
    }

    /// Services that somebody serves now or will soon.
    package var expectedServices: Set<String> {
        Set(groups.filter { absence(of: $0) == nil }.flatMap(\.plugin.manifest.services))
    }

    /// Why services that are not expected are not: by service, a sentence.
    package var absences: [String: String] {
        var absences: [String: String] = [:]
        for group in groups {
            guard let reason = absence(of: group) else { continue }
            for service in group.plugin.manifest.services {
                absences[service] = "\(group.name) \(reason)"
            }
        }
        return absences
    }

    /// Why nobody of a group serves now or will soon, as it is said of it; nil when somebody may.
    private func absence(of group: WorkerGroup) -> String? {
        let slots = slots.filter { $0.group == group.name }
        if slots.allSatisfy({ $0.desiredState == .stop || $0.phase.isFailed }) {
            return slots.lazy.compactMap(\.phase.failure).first.map { "was given up: \($0)" }
                ?? "was stopped."
        }
        // One that still runs goes on without what it needs.
        guard !slots.contains(where: { $0.phase.isAlive }) else { return nil }
        return groups.lazy.filter { group.dependencies.contains($0.name) }.compactMap {
            dependency in
            absence(of: dependency).map { "needs \(dependency.name), which \($0)" }
        }.first
    }
}
