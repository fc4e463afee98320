import HostFiles

/// Waiting for the end of the start.
extension Supervisor {
    /// Maximum wait for third-party workers once everything else is ready.
    private static let foreignStartLimit = Duration.seconds(2)

    /// Groups of third-party workers, which are installed in the home and do not delay the start. A
    /// third-party broker is waited for, because nothing works without it.
    package var foreignGroups: Set<String> {
        let folder = home.pluginFolder + "/"
        return Set(
            groups.filter { $0.plugin.manifest.kind == .worker && $0.plugin.file.hasPrefix(folder) }
                .map(\.name))
    }

    /// Returns when everything has settled, or when only third-party workers have not and their limit
    /// is over.
    func waitForStart() async {
        let foreign = foreignGroups
        await wait { $0.isSettled(ignoring: foreign) }
        let settling = Task { await wait(until: \.isSettled) }
        let limit = Task {
            try await Task.sleep(for: Self.foreignStartLimit)
            settling.cancel()
        }
        await withTaskCancellationHandler {
            await settling.value
        } onCancel: {
            settling.cancel()
        }
        limit.cancel()
    }
}
