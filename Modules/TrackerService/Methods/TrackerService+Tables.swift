import Contracts
import RPC
import Tracker
import TrackerDocuments

extension TrackerService {
    /// Imports an exported table of activities, entries or goals.
    /// - Throws: INVALID_ARGUMENT if everything is to be replaced.
    func importTable(
        _ table: TrackerTable, _ text: [UInt8], _ request: Documents.ImportRequest,
        _ snapshot: ProfileSnapshot, _ context: CallContext
    ) async throws -> ImportReport {
        let started = ContinuousClock.now
        guard !request.replaces else {
            throw Status(
                .invalidArgument,
                "\(request.name) is a table, which cannot replace tracker data.",
                hint: "Import it without --replace, or replace everything with a tracker document.")
        }
        let imported = try TableImport(
            table, in: text, into: snapshot, today: try snapshot.today(nil, now: now()))
        let step = try await store(imported.records, request, context)
        var report = ImportReport(
            id: 0, importer: Documents.tableImporter, file: request.name,
            bytes: Int64(text.count), seconds: (ContinuousClock.now - started) / .seconds(1),
            byType: imported.counts.read > 0 ? [table.rowType: imported.counts] : [:],
            problems: imported.problems, ignoredMetadata: [:],
            notice: table.omission + " The tracker document has all: dayline export FILE.json",
            isTruncated: false, isDryRun: request.isDryRun, version: step ?? snapshot.version)
        report.step = step
        report.format = "table \(table) written by Dayline"
        return report
    }
}
