import Contracts
import RPC
import Tracker

extension TrackerService {
    /// Sends the parts of an importer to storage while they arrive. Storage commits them after the last one.
    func importParts(
        _ request: Documents.PartsRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<TrackerPart>>
    ) async throws -> Documents.PartsResponse {
        let (snapshot, today) = try await snapshot(context, on: nil)
        let stored = try await client.documents([RecordKind.imported.rawValue], context).documents
        let parts = PartsReader(
            reader,
            into: PartsImport(
                importer: request.importer, into: snapshot, stored: stored, today: today))
        var version: Int64?
        if request.isDryRun {
            while try await parts.next() != nil {}
        } else {
            let fill = TrackerRecords.FillRequest(
                summary: "import \(request.file)", canReorderDays: true)
            version = try await self.fill(fill, context) {
                if let batch = try await parts.next() { return batch }
                // Before the activities: times of an activity that is not stored have no effect.
                try await self.apply(parts.result.settings, context)
                return nil
            }
        }
        let result = await parts.result
        return Documents.PartsResponse(
            counts: result.counts, problems: result.problems, version: version)
    }

    private func apply(
        _ settings: [TrackerRecords.Change], _ context: CallContext
    ) async throws {
        guard !settings.isEmpty else { return }
        _ = try await client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(
                summary: "import reminders", changes: settings, origin: "import"),
            context.forwardedOptions)
    }
}
