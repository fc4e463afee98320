import HabitApps
import PluginKit
import SQLiteFiles
import Tracker

/// Reads the database of Rewire: habits with their schedules, check-ins and reminders.
struct RewireDatabase {
    private let file: SQLiteFile
    private let size: Int64

    /// The days of the periods that a number of days is for, by their index.
    private static let periods: [Int64] = [7, 31, 365]
    /// Reminders of a habit.
    private static let reminderLimit = 100
    /// The type of a check-in that is done.
    private static let done: Int64 = 2

    static func matches(_ tables: [String: Set<String>]) -> Bool {
        tables["habits"]?.contains("repeating_count") == true && tables["checkins"] != nil
            && tables["reminders"] != nil
    }

    init(_ file: SQLiteFile, size: Int64) {
        self.file = file
        self.size = size
    }

    func read(into batches: inout SampleBatches) throws {
        batches.setFormat("database of Rewire")
        var reminders: [Int64: [Int]] = [:]
        try file.forEachRow("SELECT habit_id, time FROM reminders ORDER BY _id") { row in
            if let habit = row.integer(0), let minute = row.integer(1), minute > 0, minute < 1440,
                reminders.count < SampleBatches.activityLimit,
                reminders[habit]?.count ?? 0 < Self.reminderLimit
            {
                reminders[habit, default: []].append(Int(minute))
            }
        }
        try file.forEachRow(
            """
            SELECT _id, name, description, schedule, active_days, repeating_count, days, period,
              archived, start_date FROM habits ORDER BY order_num, _id
            """
        ) { row in
            guard let id = row.integer(0) else { return }
            let name = row.text(1) ?? ""
            let location = ItemLocation(offset: 0, line: 0, text: "habit \(id), \(name)")
            var activity = ImportedActivity(
                key: Self.key(id), name: name, created: row.text(9).flatMap(Self.day),
                isArchived: row.integer(8) == 1, reminders: reminders[id] ?? [])
            if let text = row.text(2), !text.isEmpty { activity.attributes["description"] = text }
            var notice: String?
            if let (schedule, text) = Self.schedule(row) {
                activity.schedule = schedule
                notice = text
            } else {
                notice = "its schedule is unknown and read as daily"
            }
            try batches.append(activity, from: location)
            if let notice { try batches.report("\"\(name)\": \(notice)", at: location) }
        }
        try batches.readDamagedTable(of: size) { try readMarks(into: &$0) }
    }

    private static func key(_ id: Int64) -> String { "habit \(id)" }

    /// The schedule of a habit, and a notice if it is read as another; nil for an unknown schedule.
    private static func schedule(
        _ row: SQLiteFile.Row
    ) -> (ImportedActivity.Schedule, String?)? {
        switch row.integer(3) {
        case 0:
            // From 0, Sunday, to 6, Saturday.
            let days = (row.text(4) ?? "").split(separator: ",").compactMap { Int($0) }
            let weekdays = Set(days.filter { (0...6).contains($0) }.map { $0 == 0 ? 7 : $0 })
            guard !weekdays.isEmpty else { return nil }
            return (weekdays.count == 7 ? .daily : .weekly(weekdays), nil)
        case 1:
            let index = row.integer(7).flatMap { Int(exactly: $0) } ?? -1
            guard periods.indices.contains(index),
                let frequency = HabitFrequency(times: row.integer(6) ?? 0, days: periods[index])
            else { return nil }
            let notice =
                frequency.isExact
                ? nil : "\(frequency.text) is read as \(frequency.schedule.text)"
            return (ImportedActivity.Schedule(frequency.schedule), notice)
        case 2:
            guard let count = row.integer(5), count >= 1, let days = Int32(exactly: count) else {
                return nil
            }
            return (days == 1 ? .daily : .everyDays(Int(days)), nil)
        default: return nil
        }
    }

    /// The day of a date `YYYYMMDD`.
    private static func day(_ text: String) -> Int? {
        guard text.utf8.count == 8, let number = Int(text) else { return nil }
        return ImportedDay.of(
            year: number / 10_000, month: number / 100 % 100, day: number % 100)
    }

    private func readMarks(into batches: inout SampleBatches) throws {
        var others = 0
        try file.forEachRow("SELECT _id, habit_id, date, type, note FROM checkins ORDER BY _id") {
            row in
            let fields = (0..<4).map { row.text($0) ?? "NULL" }
            let location = ItemLocation(
                offset: 0, line: 0,
                text: "check-in \(fields[0]), habit \(fields[1]), date \(fields[2])")
            guard let habit = row.integer(1), let day = Self.day(fields[2]) else {
                return try batches.quarantine(
                    location, type: "Entry", reason: "its day is not a valid date")
            }
            let note = row.text(4).flatMap { $0.isEmpty ? nil : $0 }
            guard row.integer(3) == Self.done else {
                others += 1
                guard let note else { return batches.ignore(of: "Entry") }
                return try batches.append(
                    ImportedAnnotation(activity: Self.key(habit), day: day, text: note),
                    from: location)
            }
            try batches.append(
                ImportedEntry(activity: Self.key(habit), day: day, note: note), from: location)
        }
        if others > 0 {
            try batches.report(
                "a check-in that is not done has no entry",
                at: ItemLocation(offset: 0, line: 0, text: ""), count: others)
        }
    }
}
