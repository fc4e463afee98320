import HostFiles

/// When a start is over.
extension Supervisor {
    /// How long a start waits for workers of others once everything else is up.
    private static let foreignStartLimit = Duration.seconds(2)

    /// Groups whose plugins are in the home: somebody else's programs, which hold up no start. A broker
    /// there is waited for like any other, since nothing works without it.
    package var foreignGroups: Set<String> {
        let folder = home.pluginFolder + "/"
        return Set(
            groups.filter { $0.plugin.manifest.kind == .worker && $0.plugin.file.hasPrefix(folder) }
                .map(\.name))
    }

    /// Returns when everything has settled, or everything but others' workers and their time is up.
    func waitForStart() async {
        let foreign = foreignGroups
        await wait { $0.isSettled(ignoring: foreign) }
        let rest = Task { await wait(until: \.isSettled) }
        let limit = Task {
            try await Task.sleep(for: Self.foreignStartLimit)
            rest.cancel()
        }
        await withTaskCancellationHandler {
            await rest.value
        } onCancel: {
            rest.cancel()
        }
        limit.cancel()
    }
}
