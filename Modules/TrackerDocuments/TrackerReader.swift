package import CivilTime
package import Tracker

/// Reads a document in steps: everything except entries at once, then entries in pages, so that years of
/// entries are never in memory together.
package struct TrackerReader: Sendable {
    /// The contents read so far, without entries.
    package private(set) var imported: TrackerImport
    private let document: DocumentText
    private let codec: EntryRecord
    private let activities: Set<Activity.ID>
    private var scanner: EntryScanner
    private var logs: ListReader<EntryRecord>

    /// Reads everything except entries, with the parameters of ``TrackerImport``.
    package init(
        _ document: [UInt8], zone: Zone, now: Int64
    ) throws(TrackerDocumentError) {
        let document = try DocumentText(document)
        let imported = try TrackerImport(exceptEntriesOf: document, zone: zone, now: now)
        self.document = document
        self.imported = imported
        activities = Set(imported.activities.map(\.id))
        codec = EntryRecord(zone: zone, vacations: imported.vacations)
        scanner = EntryScanner(
            zone: zone, vacations: imported.vacations, activities: activities)
        logs = ListReader(codec)
    }

    /// The next entries in document order, at most `limit`; empty only at the end.
    package mutating func nextEntries(limit: Int) throws(TrackerDocumentError) -> [Entry] {
        let known = activities
        let accepted = try imported.read(limit, from: &logs, of: document) { entry, reader in
            guard known.contains(entry.activity) else {
                reader.report(.dangling, "activityID")
                return false
            }
            return true
        } scan: {
            scanner.entry($0)
        }
        return accepted.map { imported.storeResidue(of: $0, codec) }
    }
}
