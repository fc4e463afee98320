import Contracts
import RPC
import Uploads

extension IngestionService {
    func checkup(_ request: Checkups.RunRequest) async throws -> Checkups.RunResponse {
        if request.isRepairing { try spool.prepare() }
        let expiredCount = spool.expired.count
        let leftovers = Checkups.Check(
            "spool", ok: expiredCount == 0,
            expiredCount == 0
                ? "Every upload was imported."
                : "\(expiredCount) uploads were never imported. Remove them with: dayline doctor --repair"
        )
        if request.isQuick == true { return Checkups.RunResponse(checks: [leftovers]) }
        let chunks = ChunkCheckup(storage: dependencies.storage)
        return Checkups.RunResponse(checks: [
            try await chunks.run(isRepairing: request.isRepairing), leftovers,
        ])
    }
}
