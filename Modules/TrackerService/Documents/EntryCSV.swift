import CivilTime
package import Contracts
import Texts
import Tracker

/// Entries as a CSV table (RFC 4180), ordered by day and time of logging.
package struct EntryCSV {
    private struct Row {
        var day: CivilDate
        var loggedAt: Int64
        var number: Int64
        var line: String
    }

    package static let header =
        "date,activity,status,value,unit,slot,note,skipReason,source,loggedAt,id,mood,place,answer,"
        + "enteredAmount,enteredUnit\r\n"

    private var rows: [Row] = []

    var count: Int { rows.count }

    /// Adds an entry, with its values in `item`.
    mutating func add(_ numbered: TrackerRecords.NumberedEntry, as item: LoggedEntry) {
        rows.append(
            Row(
                day: numbered.entry.day, loggedAt: numbered.entry.loggedAt ?? .min,
                number: numbered.number, line: Self.line(item)))
    }

    /// The lines of the table in groups, in order.
    func pieces() -> some Sequence<String> {
        let rowsInPiece = 1000
        let rows = rows.sorted {
            ($0.day, $0.loggedAt, $0.number) < ($1.day, $1.loggedAt, $1.number)
        }
        let starts = stride(from: 0, to: rows.count, by: rowsInPiece)
        let bodies = starts.lazy.map { start in
            rows[start..<min(start + rowsInPiece, rows.count)].map(\.line).joined()
        }
        return [[Self.header], Array(bodies)].joined()
    }

    package static func line(_ entry: LoggedEntry) -> String {
        [
            entry.date.description, entry.activity, entry.status,
            entry.value.map { "\($0)" } ?? "", entry.unit ?? "", entry.slot?.rawValue ?? "",
            entry.note ?? "", entry.skipReason ?? "", entry.source.rawValue,
            entry.loggedAt ?? "", entry.id.rawValue, entry.mood.map(String.init) ?? "",
            entry.place ?? "", entry.answer ?? "", entry.entered.map { "\($0.amount)" } ?? "",
            entry.entered?.unit ?? "",
        ].map(tableField).joined(separator: ",") + "\r\n"
    }
}
