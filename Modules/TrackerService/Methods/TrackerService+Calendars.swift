import CivilTime
import Contracts
import HostFiles
import RPC
import Tracker
import TrackerDocuments

extension TrackerService {
    /// Imports the events and tasks of a calendar file as activities.
    /// - Throws: INVALID_ARGUMENT for a calendar of Dayline, and if everything is to be replaced.
    func importCalendar(
        _ text: [UInt8], _ request: Documents.ImportRequest, _ snapshot: ProfileSnapshot,
        _ context: CallContext
    ) async throws -> ImportReport {
        let started = ContinuousClock.now
        guard !request.replaces else {
            throw Status(
                .invalidArgument,
                "\(request.name) is a calendar, which cannot replace tracker data.",
                hint: "Import it without --replace.")
        }
        guard text.count <= Documents.calendarLimit else {
            throw Status(
                .resourceExhausted,
                "\(request.name) has more than \(Documents.calendarLimit >> 20) MiB, the limit of a "
                    + "calendar.", hint: "Export fewer years from the calendar program.")
        }
        let file = CalendarFile(text)
        guard file.product != ActivityCalendar.product else {
            throw Status.ownCalendar(request.name)
        }
        let zone = try request.zone.map { try zones.zone($0) } ?? snapshot.zones.zone(at: now())
        let calendar = CalendarImport(
            file, zone: zone, today: try snapshot.today(nil, now: now()),
            categories: Dictionary(
                snapshot.listedCategories.map { ($0.name.lowercased(), $0.id) }
            ) { first, _ in first }
        ) { [zones] in
            // An unknown zone is a problem of the file.
            try? zones.zone($0)
        }
        let records = RecordImport(into: snapshot)
        let counted = try CalendarReport(calendar, adding: records)
        let step = try await store(records, request, context)
        var report = ImportReport(
            id: 0, importer: Documents.calendarImporter, file: request.name,
            bytes: Int64(text.count), seconds: (ContinuousClock.now - started) / .seconds(1),
            byType: counted.counts, problems: CalendarReport.problems(calendar.problems),
            ignoredMetadata: [:], isTruncated: file.isTruncated, isDryRun: request.isDryRun,
            version: step ?? snapshot.version)
        report.step = step
        report.format = "iCalendar" + (file.product.map { " written by \($0.printable)" } ?? "")
        return report
    }

    /// Stores the records of an import as one step, unless it is a dry run.
    /// - Returns: The number of the step; nil if nothing was stored.
    func store(
        _ records: RecordImport, _ request: Documents.ImportRequest, _ context: CallContext
    ) async throws -> Int64? {
        guard !request.isDryRun else { return nil }
        let fill = TrackerRecords.FillRequest(
            summary: "import \(request.name)", replacedKinds: [])
        return try await self.fill(fill, context) { records.next() }
    }
}

extension String {
    /// The text without control characters, at most 100 characters.
    fileprivate var printable: String {
        String(unicodeScalars.filter { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
            .prefix(100).description
    }
}
