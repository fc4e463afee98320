import Contracts
import RPC
import Synchronization
import Tracker

extension TrackerService {
    /// Stores the parts of an importer after the last one has arrived.
    func importParts(
        _ request: Documents.PartsRequest, _ context: CallContext,
        _ reader: TypedItemReader<Packet<TrackerPart>>
    ) async throws -> Documents.PartsResponse {
        let (snapshot, today) = try await snapshot(context, on: nil)
        var parts = PartsImport(importer: request.importer, into: snapshot, today: today)
        while let part = try await reader.next() { try parts.add(part) }
        let result = try parts.finish()
        var response = Documents.PartsResponse(counts: result.counts, problems: result.problems)
        guard !request.isDryRun else { return response }
        // Before the activities: times of an activity that is not stored have no effect.
        if !result.settings.isEmpty {
            _ = try await client.call(
                TrackerRecords.apply,
                TrackerRecords.ApplyRequest(
                    summary: "import reminders", changes: result.settings, origin: "import"),
                context.forwardedOptions)
        }
        let batches = Mutex(result)
        response.version = try await fill(
            TrackerRecords.FillRequest(summary: "import \(request.file)"), context
        ) { try batches.withLock { try $0.nextBatch() } }
        return response
    }
}
