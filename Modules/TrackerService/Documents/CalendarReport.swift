import Contracts
import RPC
import Tracker
import TrackerDocuments

/// The result of importing a calendar file, counted by the names of its components.
struct CalendarReport {
    private(set) var counts: [String: ImportReport.Counts] = [:]

    /// Adds the new records of a calendar to an import, and counts its components.
    init(_ calendar: CalendarImport, adding records: RecordImport) throws {
        for item in calendar.items {
            var isNew = false
            for activity in item.activities { isNew = try records.insert(activity) || isNew }
            for entry in item.entries { isNew = records.insert(entry) || isNew }
            let outcome: WritableKeyPath<ImportReport.Counts, Int> =
                if item.isDamaged {
                    \.quarantined
                } else if item.activities.isEmpty {
                    \.ignored
                } else if isNew {
                    \.stored
                } else {
                    \.duplicate
                }
            add(1, of: item.type, as: outcome)
        }
        for (name, count) in calendar.others {
            add(count, of: RecordName.cleaned(name) ?? "component", as: \.ignored)
        }
    }

    private mutating func add(
        _ count: Int, of type: String, as outcome: WritableKeyPath<ImportReport.Counts, Int>
    ) {
        counts[type, default: ImportReport.Counts()].read += count
        counts[type]?[keyPath: outcome] += count
    }

    /// Damage by reason, with the first line and the count.
    static func problems(_ problems: [CalendarFile.Problem]) -> [ImportReport.Problem] {
        var indices: [String: Int] = [:]
        var grouped: [ImportReport.Problem] = []
        for problem in problems {
            if let index = indices[problem.reason] {
                grouped[index].count += 1
            } else if grouped.count < problemLimit {
                indices[problem.reason] = grouped.count
                grouped.append(
                    ImportReport.Problem(
                        offset: problem.offset, line: problem.line, reason: problem.reason, count: 1
                    ))
            }
        }
        return grouped
    }

    /// The kinds of damage in a report.
    private static let problemLimit = 200
}

extension Status {
    /// The error of a calendar that Dayline wrote.
    static func ownCalendar(_ name: String) -> Status {
        Status(
            .invalidArgument,
            "\(name) is a calendar of Dayline: its activities would be added a second time.",
            hint: "Move activities to another home with: dayline export tracker.json")
    }
}
