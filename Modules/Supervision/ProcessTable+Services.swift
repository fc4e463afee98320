import HostFiles

/// Facts that the supervisor reports to the broker.
extension ProcessTable {
    /// The broker if it is ready; nil otherwise.
    var brokerInstance: Instance? {
        let brokers = groups.filter { $0.plugin.manifest.kind == .broker }.map(\.name)
        return slots.first { brokers.contains($0.group) && $0.phase.state == .ready }?.instance
    }

    var isBrokerReady: Bool { brokerInstance != nil }

    /// The workers that a ready broker must know.
    var readyWorkers: [Instance] {
        slots.filter { $0.phase.state == .ready && $0.instance != brokerInstance }.map(\.instance)
    }

    /// Services that are available or will be soon.
    package var expectedServices: Set<String> {
        Set(groups.filter { absence(of: $0) == nil }.flatMap(\.plugin.manifest.services))
    }

    /// The reasons why services are not expected, by service.
    package var absences: [String: String] {
        var absences = absencesOfPlugins
        for group in groups {
            guard let reason = absence(of: group) else { continue }
            for service in group.plugin.manifest.services {
                absences[service] = "\(group.name) \(reason)"
            }
        }
        return absences
    }

    /// The reason why no process of a group serves now or will soon, as a predicate; nil if one may.
    private func absence(of group: WorkerGroup) -> String? {
        let slots = slots.filter { $0.group == group.name }
        if slots.allSatisfy({ $0.desiredState == .stop || $0.phase.isFailed }) {
            return slots.lazy.compactMap(\.phase.failure).first.map { "has failed: \($0)" }
                ?? "was stopped."
        }
        // A running process continues without its dependencies.
        guard !slots.contains(where: { $0.phase.isAlive }) else { return nil }
        return groups.lazy.filter { group.dependencies.contains($0.name) }.compactMap {
            dependency in
            absence(of: dependency).map { "needs \(dependency.name), which \($0)" }
        }.first
    }
}
