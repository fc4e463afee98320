package import CivilTime
import Texts

extension Sequence<WeightEntry> {
    /// The entries from `first` through `last`, oldest first; a nil limit is unbounded.
    package func inOrder(from first: CivilDate?, through last: CivilDate?) -> [WeightEntry] {
        inOrder.filter { entry in
            (first ?? entry.day) <= entry.day && entry.day <= (last ?? entry.day)
        }
    }
}

/// Weight entries as CSV (RFC 4180).
package enum WeightCSV {
    package static let header = "date,weight,unit,note,bodyFat"

    /// The header and one line per entry, in order.
    package static func text(of entries: [WeightEntry]) -> String {
        ([header] + entries.map { fields(of: $0).joined(separator: ",") })
            .map { $0 + "\r\n" }.joined()
    }

    /// The fields of an entry.
    package static func fields(of entry: WeightEntry) -> [String] {
        [
            entry.day.description, "\(entry.weight)", entry.unit.rawValue,
            tableField(entry.note ?? ""),
            entry.bodyFat.map { "\($0)" } ?? "",
        ]
    }
}

/// Weight entries as a JSON document. Absent values are omitted.
package struct WeightDocument: Hashable, Codable, Sendable {
    package struct Entry: Hashable, Codable, Sendable {
        package var date: CivilDate
        package var weight: Double
        package var unit: WeightUnit
        package var note: String?
        package var bodyFatPercentage: Double?
    }

    package var appVersion: String
    /// An ISO 8601 instant.
    package var exportDate: String
    package var entryCount: Int
    package var entries: [Entry]

    package init(_ entries: [WeightEntry], appVersion: String, exportDate: String) {
        self.appVersion = appVersion
        self.exportDate = exportDate
        self.entries = entries.inOrder.map { entry in
            Entry(
                date: entry.day, weight: entry.weight, unit: entry.unit, note: entry.note,
                bodyFatPercentage: entry.bodyFat)
        }
        entryCount = self.entries.count
    }
}
