import Contracts
import HostFiles
import RPC
import Tracker

extension ProfileSnapshot {
    /// Loads all records of the caller's profile from storage.
    init(from client: Client, zones: ZoneCatalog, _ context: CallContext) async throws {
        let documents = try await client.documents(RecordKind.allCases.map(\.rawValue), context)
        var entries: [(Int64, Entry)] = []
        var next: Int64? = 0
        while let after = next {
            let page = try await client.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: after),
                context.forwardedOptions.whileLocked)
            entries += try page.entries().map { ($0.number, $0.entry) }
            next = page.body.next
        }
        try self.init(documents, entries: entries, zones: zones.history(documents.zones))
    }
}
