import DelimitedText
import JSON

/// A record of Oura: a row of a table, or an object of the JSON of its interface, with the same names.
protocol OuraRecord {
    /// True if the record has a field, also without a value.
    func has(_ key: String) -> Bool
    /// A text that is not empty; nil without one.
    func text(_ key: String) -> String?
    func number(_ key: String) -> Double?
    /// The object in a field; nil for other values. It is valid during the call of `body`.
    func withObject(_ key: String, _ body: (JSONRecord) throws -> Void) throws
}

extension OuraRecord {
    func positive(_ key: String) -> Double? {
        number(key).flatMap { $0 > 0 ? $0 : nil }
    }
}

/// A row of a table whose cells may be JSON.
struct OuraRow: OuraRecord {
    let row: DelimitedRow
    let header: DelimitedHeader

    /// Names of the table "trends" that have other words than the keys; the others differ in case and in
    /// spaces only.
    private static let trendNames = [
        "day": ["date"], "deep_sleep_duration": ["Deep Sleep Time"],
        "light_sleep_duration": ["Light Sleep Time"], "rem_sleep_duration": ["REM Sleep Time"],
        "average_breath": ["Respiratory Rate"], "active_calories": ["Activity Burn"],
        "lowest_heart_rate": ["Lowest Resting Heart Rate"],
        "average_heart_rate": ["Average Resting Heart Rate"],
    ]

    /// True for the table "trends", with a row for each day of the night and the totals.
    var isTrend: Bool { header.column("Bedtime Start") != nil && header.column("date") != nil }

    private func column(_ key: String) -> Int? {
        if let column = header.column(key) { return column }
        let words = String(key.map { $0 == "_" ? " " : $0 })
        return header.column(ofAny: [words] + Self.trendNames[key, default: []])
    }

    func has(_ key: String) -> Bool { column(key) != nil }

    func text(_ key: String) -> String? {
        // The nights of trends are the main sleep of their day.
        if key == "type", isTrend { return "long_sleep" }
        guard let column = column(key), !row.isEmpty(column) else { return nil }
        return row[column]
    }

    func number(_ key: String) -> Double? {
        column(key).flatMap { row.number($0) }
    }

    func withObject(_ key: String, _ body: (JSONRecord) throws -> Void) throws {
        guard let column = column(key), !row.isEmpty(column) else { return }
        try row.withBytes(column) { bytes in
            if let record = JSONRecord(bytes) { try body(record) }
        }
    }
}

/// An object of the JSON.
struct OuraObject: OuraRecord {
    let record: JSONRecord

    func has(_ key: String) -> Bool { record.has(key) }

    func text(_ key: String) -> String? { record.text(named: key) }

    func number(_ key: String) -> Double? { record.number(named: key) }

    func withObject(_ key: String, _ body: (JSONRecord) throws -> Void) throws {
        if let object = record.record(named: key) { try body(object) }
    }
}

/// The kind of a record, by its fields.
enum OuraKind {
    case sleep
    case heartRate
    case activity
    case saturation
    case workout
    case fitness
    case temperature

    /// Nil for a record of another kind.
    init?(_ record: some OuraRecord) {
        if record.has("bedtime_start"), record.has("bedtime_end") {
            self = .sleep
        } else if record.has("bpm"), record.has("timestamp") {
            self = .heartRate
        } else if record.has("active_calories"), record.has("steps") {
            self = .activity
        } else if record.has("spo2_percentage") {
            self = .saturation
        } else if record.has("start_datetime"), record.has("activity") {
            self = .workout
        } else if record.has("vo2_max"), record.has("day") {
            self = .fitness
        } else if record.has("skin_temp"), record.has("timestamp") {
            self = .temperature
        } else {
            return nil
        }
    }
}
