import CivilTime
import Contracts
import RPC
import Tracker
import TrackerDocuments

/// The rows of a table of activities, entries or goals as records that are new to a profile.
///
/// Records have the identifiers of the table, so that a second import adds nothing, and neither does an
/// import into the profile that wrote the table. A record that exists is not changed, and one in the trash is
/// not restored.
struct TableImport {
    let snapshot: ProfileSnapshot
    let records: RecordImport
    let today: CivilDate
    /// The counts of the rows of the table.
    private(set) var counts = ImportReport.Counts()
    private(set) var problems: [ImportReport.Problem] = []
    private var problemIndices: [String: Int] = [:]
    /// Activities of the table and those that its entries need, by identifier.
    var activities: [Activity.ID: Activity] = [:]

    private static let identifierBytes = 100
    /// The kinds of problems in a report.
    private static let problemLimit = 200

    /// Reads all rows of a table.
    init(
        _ table: TrackerTable, in text: [UInt8], into snapshot: ProfileSnapshot, today: CivilDate
    ) throws {
        self.snapshot = snapshot
        self.today = today
        records = RecordImport(into: snapshot)
        switch table {
        case .activities: try addActivities(text)
        case .entries: try addEntries(text)
        case .goals: try addGoals(text)
        }
    }

    /// Counts a row: `add` returns true if its record is new.
    /// - Throws: The errors of `add` except faults of the row, which are problems.
    mutating func count(
        _ row: TrackerTable.Row, _ add: (inout TableImport) throws -> Bool
    ) throws {
        counts.read += 1
        do {
            if let damage = row.damage { throw TrackerTable.Fault(damage) }
            if try add(&self) {
                counts.stored += 1
            } else {
                counts.duplicate += 1
            }
        } catch let fault as TrackerTable.Fault {
            counts.quarantined += 1
            note(fault.reason, at: row)
        }
    }

    /// The identifier in a column; nil if the field is empty.
    func identifier(
        _ row: TrackerTable.Row, _ column: String
    ) throws(TrackerTable.Fault) -> String? {
        guard let id = row.text(column) else { return nil }
        guard id.utf8.count <= Self.identifierBytes, id.utf8.allSatisfy({ $0 >= 0x20 }) else {
            throw TrackerTable.Fault("its \(column) is too long or has a line break")
        }
        return id
    }

    /// Adds a problem, which is counted with earlier ones of the same reason.
    mutating func note(_ reason: String, at row: TrackerTable.Row) {
        if let index = problemIndices[reason] {
            problems[index].count += 1
        } else if problems.count < Self.problemLimit {
            problemIndices[reason] = problems.count
            problems.append(
                ImportReport.Problem(
                    offset: row.offset, line: row.line, reason: reason, count: 1))
        }
    }
}

extension TrackerTable {
    /// The type of the rows in an import report.
    var rowType: String {
        switch self {
        case .activities: TrackerPart.activityType
        case .entries: TrackerPart.entryType
        case .goals: "Goal"
        }
    }

    /// The parts of the records that the table does not have, as a sentence.
    var omission: String {
        switch self {
        case .activities:
            "A table of activities has no schedules, slots, limits, icons and reminders: new activities are "
                + "due every day."
        case .entries: "A table of entries has no photos."
        case .goals:
            "A table of goals has no metrics, weights of activities, icons and colours."
        }
    }
}
