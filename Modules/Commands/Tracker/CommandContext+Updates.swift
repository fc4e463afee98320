import Contracts
import Presentation

extension CommandContext {
    /// Prints the linked activities and weights that a change of health data has updated.
    func printUpdates(_ linked: HealthLinks.SyncResponse?) {
        guard let linked else { return }
        if let problem = linked.problem {
            output.printNotice(HealthSyncText.syncFailure(problem))
        }
        let changed = HealthLinks.SyncResponse(
            activities: linked.activities.filter { $0.changed > 0 },
            weight: linked.weight.flatMap { $0.changed > 0 ? $0 : nil })
        guard !changed.activities.isEmpty || changed.weight != nil else { return }
        output.printNotice(HealthSyncText.lines(changed))
    }
}
