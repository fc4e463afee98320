import Contracts
import RPC

extension Session {
    /// Activities and weighings that follow health data take in what has changed there, which stands without it.
    func readLinkedActivities(_ client: Client) async {
        do {
            let synced = try await client.call(HealthLinks.sync, HealthLinks.Ask(), patient())
            let changed = HealthLinks.Synced(
                activities: synced.activities.filter { $0.changed > 0 },
                weight: synced.weight.flatMap { $0.changed > 0 ? $0 : nil })
            guard !changed.activities.isEmpty || changed.weight != nil else { return }
            output.note(HealthText.lines(changed))
        } catch {
            output.note(HealthText.unread(Status(describing: error).message))
        }
    }
}
