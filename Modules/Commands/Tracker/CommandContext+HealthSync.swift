import Contracts
import RPC

extension CommandContext {
    /// Syncs linked activities and weight entries after a change of health data and prints the
    /// changes. A failure is printed and does not fail the command.
    func syncLinkedActivities(_ client: Client) async {
        do {
            let synced = try await client.call(
                HealthLinks.sync, HealthLinks.SyncRequest(), optionsWithoutDeadline())
            let changed = HealthLinks.SyncResponse(
                activities: synced.activities.filter { $0.changed > 0 },
                weight: synced.weight.flatMap { $0.changed > 0 ? $0 : nil })
            guard !changed.activities.isEmpty || changed.weight != nil else { return }
            output.printNotice(HealthSyncText.lines(changed))
        } catch {
            output.printNotice(HealthSyncText.syncFailure(Status(describing: error).message))
        }
    }
}
