import CivilTime
import DelimitedText

/// The columns of a table of Samsung Health by the last part of their name: some tables write
/// `com.samsung.health.weight.weight` for `weight`.
struct SamsungColumns {
    private let columns: [String: Int]

    init(_ header: DelimitedHeader) {
        var columns: [String: Int] = [:]
        for (index, name) in header.names.enumerated() where !name.isEmpty {
            let last = name.split(separator: ".").last.map(String.init) ?? name
            if columns[last] == nil { columns[last] = index }
        }
        self.columns = columns
    }

    /// The text of a column; empty without the column.
    func text(_ name: String, _ row: DelimitedRow) -> String {
        columns[name].map { row[$0] } ?? ""
    }

    /// A number above 0: 0 and -1 stand for missing values.
    func positive(_ name: String, _ row: DelimitedRow) -> Double? {
        guard let value = columns[name].flatMap({ row.number($0) }), value > 0 else { return nil }
        return value
    }

    func integer(_ name: String, _ row: DelimitedRow) -> Int? {
        columns[name].flatMap { row.number($0) }.flatMap { Int(exactly: $0) }
    }

    /// Milliseconds since 1970, UTC, of a time in UTC, as text or in milliseconds; nil if the text is
    /// neither.
    func instant(_ name: String, _ row: DelimitedRow) -> Int64? {
        guard let column = columns[name] else { return nil }
        if let number = row.number(column) { return Int64(exactly: number) }
        return InstantParser.instant(row[column])?.milliseconds
    }

    /// The local day of `day_time`, which is its midnight without an offset.
    func day(_ row: DelimitedRow) -> CivilDate? {
        instant("day_time", row).map {
            CivilDate(clampingDays: floorDivision(floorDivision($0, 1000), secondsPerDay))
        }
    }
}
