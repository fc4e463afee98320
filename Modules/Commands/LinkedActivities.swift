import Contracts
import RPC

extension Session {
    /// Activities that follow health data take in what has changed there, which stands without it.
    func readLinkedActivities(_ client: Client) async {
        do {
            let synced = try await client.call(HealthLinks.sync, HealthLinks.Ask(), patient())
            let changed = synced.activities.filter { $0.changed > 0 }
            guard !changed.isEmpty else { return }
            output.note(HealthText.lines(HealthLinks.Synced(activities: changed)))
        } catch {
            let status = Status(describing: error)
            output.note(
                "Linked activities were not read: \(status.message) Do it with: dayline health sync"
            )
        }
    }
}
