import BackupFolders
import Contracts
import RPC

/// The answers of a database to a fixed set of calls, by which a restored copy is compared with the copied
/// database.
enum BackupAnswers {
    private static let timeout = Duration.seconds(600)

    /// The digest of the answers of the database at `path`, which is opened read-only.
    static func digest(ofDatabase path: String, systemZone: String) async throws -> String {
        let service = try await StorageService(
            path: path, systemZone: systemZone, readOnlyReason: "It is the copy of a backup.")
        defer { service.close() }
        let client = Client(inProcess: service)
        var digest = try AnswerDigest()
        func call<Request: WireValue, Reply: WireValue>(
            _ method: Method<Request, Reply>, _ request: Request, _ profile: String? = nil
        ) async throws -> Reply {
            let reply = try await client.call(
                method, request, CallOptions(deadline: .after(timeout), profile: profile))
            try digest.add(reply)
            return reply
        }
        for profile in try await call(Profiles.list, Empty()).profiles.map(\.name) {
            _ = try await call(Settings.list, Empty(), profile)
            _ = try await call(ImportLog.list, ImportLog.ListRequest(), profile)
            for metric in try await call(Days.names, Empty(), profile).metrics {
                _ = try await call(Days.read, Days.ReadRequest(metric: metric.metric), profile)
            }
            var after: Int64? = 0
            while let number = after {
                after = try await call(
                    TrackerRecords.entries, TrackerRecords.EntriesRequest(after: number), profile
                ).body.next
            }
        }
        return digest.text
    }
}
