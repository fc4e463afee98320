package import HostFiles

/// The processes of one manifest.
package struct WorkerGroup: Hashable, Sendable {
    package let plugin: InstalledPlugin
    /// Groups that must be ready before a process of this one starts.
    package let dependencies: Set<String>
    /// The desired number of processes.
    package var count: Int

    package var name: String { plugin.manifest.name }

    /// The name of a process in `dayline status`, with a number if there may be several.
    func processName(_ number: Int) -> String {
        plugin.manifest.isScalable || plugin.manifest.count > 1 ? "\(name)-\(number)" : name
    }
}

/// The groups in the order in which they start.
package struct StartOrder: Sendable {
    package private(set) var groups: [WorkerGroup] = []
    /// Plugins that were left out because a dependency never starts.
    package private(set) var problems: [ManifestError] = []
    /// The reasons why services of plugins that were left out are not served, by service.
    package private(set) var absences: [String: String] = [:]

    private static let workersOfPrimary: Set = ["notifier"]

    /// - Parameters:
    ///   - plugins: The installed plugins; importers and the storage workers of other engines are ignored.
    ///   - engine: The engine of the home.
    ///   - counts: The user's number of processes by worker; the default is the manifest's.
    ///   - isReplica: True to leave out the workers that act once for a profile, on its primary.
    package init(
        _ plugins: [InstalledPlugin], engine: DatabaseKind = .sqlite, counts: [String: Int] = [:],
        isReplica: Bool = false
    ) {
        var plugins = plugins.filter { $0.manifest.engine ?? engine == engine }
        if isReplica {
            for manifest in plugins.map(\.manifest)
            where Self.workersOfPrimary.contains(manifest.name) {
                for service in manifest.services {
                    absences[service] =
                        "\(manifest.name) runs on the primary only, and this home is a replica. "
                        + "Use it there, or accept changes here with: dayline promote"
                }
            }
            plugins.removeAll { Self.workersOfPrimary.contains($0.manifest.name) }
        }
        let brokers = plugins.filter { $0.manifest.kind == .broker }
        var waiting = brokers + plugins.filter { $0.manifest.kind == .worker }
        var placed: Set<String> = []
        let brokerNames = Set(brokers.map(\.manifest.name))
        while let next = waiting.firstIndex(where: { placed.isSuperset(of: $0.manifest.after) }) {
            let plugin = waiting.remove(at: next)
            let manifest = plugin.manifest
            let implied = manifest.kind == .broker ? [] : brokerNames
            groups.append(
                WorkerGroup(
                    plugin: plugin, dependencies: implied.union(manifest.after),
                    count: manifest.isScalable
                        ? counts[manifest.name] ?? manifest.count : manifest.count))
            placed.insert(manifest.name)
        }
        problems = waiting.map { plugin in
            let missing = plugin.manifest.after.filter { !placed.contains($0) }
            return ManifestError(
                file: plugin.file, key: "after",
                problem: "names \(missing.joined(separator: " and ")), which never starts before it"
            )
        }
    }
}
