import HabitApps
import PluginKit
import SQLiteFiles

/// Reads the database of Loop Habit Tracker, schemas 9 to 25.
struct LoopDatabase {
    private let file: SQLiteFile
    private let schema: Int64
    private let habitColumns: Set<String>
    private let markColumns: Set<String>
    private let size: Int64
    /// By number in the database.
    private var habits: [Int64: LoopHabit] = [:]
    private var refusedHabits = 0
    /// The number of failed days in the habits.
    private var failedDays = 0
    /// The number of days beyond the limits.
    private var refusedDays = 0

    /// Days marked as not done of all habits.
    private static let failedLimit = 500_000

    static let schemas: ClosedRange<Int64> = 9...25
    private static let habitTable = "habits"
    private static let markTable = "repetitions"

    /// True if the tables are those of Loop.
    static func isLoop(_ tables: [String: Set<String>]) -> Bool {
        tables[habitTable]?.contains("freq_num") == true && tables[markTable] != nil
    }

    /// - Throws: An `ImportProblem` if the schema is not one that is known.
    init(_ file: SQLiteFile, _ tables: [String: Set<String>], size: Int64, name: String) throws {
        schema = try file.userVersion()
        guard Self.schemas.contains(schema) else {
            throw ImportProblem(
                "\(name) is a database of Loop Habit Tracker with schema \(schema); schemas "
                    + "\(Self.schemas.lowerBound) to \(Self.schemas.upperBound) can be read.",
                hint: schema > Self.schemas.upperBound
                    ? "Export the habits from Loop as CSV, and import the zip."
                    : "Open the database in a newer version of Loop, and export it again.")
        }
        self.file = file
        self.size = size
        habitColumns = tables[Self.habitTable] ?? []
        markColumns = tables[Self.markTable] ?? []
    }

    mutating func read(into batches: inout SampleBatches) throws {
        batches.setFormat("database of Loop Habit Tracker, schema \(schema)")
        try readHabits()
        batches.ignore(refusedHabits, of: "Activity")
        try readFailedDays()
        if refusedDays > 0 {
            try batches.report(
                "a day marked as not done is not written again by exports: the file has too many",
                at: ItemLocation(offset: 0, line: 0, text: ""), count: refusedDays)
        }
        for (id, habit) in habits.sorted(by: { order[$0.key] ?? 0 < order[$1.key] ?? 0 }) {
            let location = ItemLocation(offset: 0, line: 0, text: "habit \(id), \(habit.name)")
            try habit.append(to: &batches, from: location)
        }
        try batches.readDamagedTable(of: size) { try readMarks(into: &$0) }
    }

    private var order: [Int64: Int] = [:]

    private func column(_ name: String, or value: String) -> String {
        habitColumns.contains(name) ? name : value
    }

    private mutating func readHabits() throws {
        let hasQuestion = habitColumns.contains("question")
        let sql = """
            SELECT id, name, \(column("description", or: "''")), \(column("question", or: "''")),
              freq_num, freq_den, \(column("color", or: "NULL")), \(column("archived", or: "0")),
              \(column("reminder_hour", or: "NULL")), \(column("reminder_min", or: "NULL")),
              \(column("reminder_days", or: "127")), \(column("type", or: "0")),
              \(column("target_type", or: "0")), \(column("target_value", or: "0")),
              \(column("unit", or: "''")), \(column("uuid", or: "NULL"))
            FROM Habits ORDER BY \(column("position", or: "id")), id
            """
        var numbers: [String: Int] = [:]
        try file.forEachRow(sql) { row in
            guard let id = row.integer(0) else { return }
            guard habits.count < SampleBatches.activityLimit else { return refusedHabits += 1 }
            let stored = row.text(1) ?? ""
            let name = stored.contains { !$0.isWhitespace } ? stored : "Habit \(id)"
            numbers[name, default: 0] += 1
            let nameKey = LoopHabit.key(named: name, number: numbers[name] ?? 1)
            let uuid = row.text(15).flatMap { (1...100).contains($0.utf8.count) ? $0 : nil }
            var habit = LoopHabit(key: uuid.map { "uuid \($0)" } ?? nameKey, name: name)
            if uuid != nil { habit.aliases = [nameKey] }
            // Before schema 23 the description was the question.
            habit.about = hasQuestion ? row.text(2) ?? "" : ""
            habit.question = (hasQuestion ? row.text(3) : row.text(2)) ?? ""
            habit.frequencyTimes = row.integer(4) ?? 1
            habit.frequencyDays = row.integer(5) ?? 1
            habit.color = row.integer(6).flatMap { LoopColor.text($0, schema: schema) }
            habit.isArchived = row.integer(7) == 1
            if let hour = row.integer(8), let minute = row.integer(9), (0..<24).contains(hour),
                (0..<60).contains(minute)
            {
                habit.reminder = hour * 60 + minute
            }
            habit.reminderDays = row.integer(10) ?? LoopSchema.allDays
            habit.isNumerical = row.integer(11) == 1
            habit.isAtMost = row.integer(12) == 1
            habit.target = row.number(13) ?? 0
            habit.unit = row.text(14) ?? ""
            habit.uuid = uuid
            order[id] = order.count
            habits[id] = habit
        }
    }

    /// The days marked as not done, which are stored beside the activity.
    private mutating func readFailedDays() throws {
        guard markColumns.contains("value") else { return }
        do {
            try file.forEachRow(
                "SELECT habit, timestamp FROM Repetitions WHERE value = 0 ORDER BY timestamp"
            ) { row in
                guard let id = row.integer(0), let instant = row.integer(1),
                    habits[id]?.isNumerical == false
                else { return }
                guard failedDays < Self.failedLimit,
                    habits[id]?.failedDays.count ?? 0 < LoopHabit.failedLimit
                else { return refusedDays += 1 }
                failedDays += 1
                habits[id]?.failedDays.append(ImportedDay.of(milliseconds: instant))
            }
        } catch is SQLiteFileError {
            // The damage is reported when the marks are read.
        }
    }

    private func readMarks(into batches: inout SampleBatches) throws {
        let value = markColumns.contains("value") ? "value" : "2"
        let notes = markColumns.contains("notes") ? "notes" : "NULL"
        var last: Int64 = 1
        do {
            try file.forEachRow("SELECT max(id) FROM Repetitions") { row in
                last = max(1, row.integer(0) ?? 1)
            }
        } catch is SQLiteFileError {
            // The last page is damaged: only the progress depends on the number.
        }
        let targets = habits.mapValues { (key: $0.key, isNumerical: $0.isNumerical) }
        var failed = 0
        var implied = 0
        var count = 0
        // In the order of the table: of several marks on a day the first counts, as in Loop.
        try file.forEachRow(
            "SELECT id, habit, timestamp, \(value), \(notes) FROM Repetitions ORDER BY id"
        ) { row in
            count += 1
            if count % 4096 == 0, let id = row.integer(0) {
                let share = min(1, Double(id) / Double(last))
                try batches.reportProgress(bytesRead: Int64(Double(size) * share), of: size)
            }
            guard let number = row.integer(1), let habit = targets[number] else {
                return try batches.quarantine(
                    Self.location(row), type: "Entry", reason: "its habit does not exist")
            }
            guard let instant = row.integer(2), let value = row.integer(3) else {
                return try batches.quarantine(
                    Self.location(row), type: "Entry", reason: "it has no day or no value")
            }
            let day = ImportedDay.of(milliseconds: instant)
            let note = row.text(4).flatMap { $0.isEmpty ? nil : $0 }
            let mark = LoopHabit.mark(value, isNumerical: habit.isNumerical)
            switch mark {
            case .entry(let outcome):
                try batches.append(
                    ImportedEntry(activity: habit.key, day: day, outcome: outcome, note: note),
                    from: Self.location(row))
            case .failed, .implied:
                if mark == .failed { failed += 1 } else { implied += 1 }
                guard let note else { return batches.ignore(of: "Entry") }
                try batches.append(
                    ImportedAnnotation(activity: habit.key, day: day, text: note),
                    from: Self.location(row))
            case .invalid:
                try batches.quarantine(
                    Self.location(row), type: "Entry", reason: "its value is unknown")
            }
        }
        try batches.reportIgnored(failed: failed, implied: implied)
    }

    private static func location(_ row: SQLiteFile.Row) -> ItemLocation {
        let fields = (0..<4).map { row.text($0) ?? "NULL" }
        return ItemLocation(
            offset: 0, line: 0,
            text: "id \(fields[0]), habit \(fields[1]), timestamp \(fields[2]), value \(fields[3])")
    }
}

extension SampleBatches {
    /// Reports the marks of which no entry is stored.
    mutating func reportIgnored(failed: Int, implied: Int) throws {
        let location = ItemLocation(offset: 0, line: 0, text: "")
        if failed > 0 {
            try report(
                "a day marked as not done has no entry; exports to Loop write the mark again",
                at: location, count: failed)
        }
        if implied > 0 {
            try report(
                "an automatic check or an unknown day has no entry: the schedule implies it",
                at: location, count: implied)
        }
    }
}
