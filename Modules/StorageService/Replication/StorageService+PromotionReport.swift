import Contracts
import HostFiles
package import RPC

/// Reports the promotion of a home to its former primary.
extension StorageService {
    private static let pauses: [Duration] = [.seconds(2), .seconds(5), .seconds(15), .seconds(60)]

    /// The address of the former primary that has not answered yet; nil: none.
    package var formerPrimary: String? { replication.value.former?.address }

    /// Reports the promotion until the former primary has answered, or the task is cancelled. Calls `log`
    /// with sentences.
    package func reportPromotion(
        to client: Client, log: @escaping @Sendable (String) -> Void
    ) async {
        var failures = 0
        while !Task.isCancelled, let former = replication.value.former {
            do {
                let answer = try await client.call(
                    Replication.supersede,
                    Replication.SupersedeRequest(
                        epoch: replication.value.epoch, change: former.change))
                try replication.change { $0.former = nil }
                log(
                    "\(former.address) accepts no changes any more. "
                        + (answer.file.map {
                            "Its \(answer.changes) changes that are not here are in its file \($0)."
                        } ?? "It had no changes that are not here."))
                return
            } catch {
                let status = Status(describing: error)
                if failures == 0 {
                    log("\(former.address) has not been told of the promotion: \(status.message)")
                }
                // Another home was promoted later, or the former primary follows this one.
                if status.code == .failedPrecondition {
                    try? replication.change { $0.former = nil }
                    return
                }
            }
            try? await Task.sleep(for: Self.pauses[min(failures, Self.pauses.count - 1)])
            failures += 1
        }
    }
}
