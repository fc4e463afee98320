import DelimitedText
import DeviceExports
import PluginKit

/// Reads the tables that Loop Habit Tracker exports as a zip: `Habits.csv`, and a folder for each habit
/// with its `Checkmarks.csv`. The tables have neither identifiers nor reminders.
struct LoopArchive {
    /// The habits by position.
    private var habits: [Int: LoopHabit] = [:]
    private var progress: ExportProgress
    private var failed = 0
    private var implied = 0

    private static let habitTable = "Habits.csv"
    private static let markTable = "Checkmarks.csv"

    /// The table of the habits; nil if the parts are not those of an archive of Loop.
    static func habitTable(in parts: [FilePart]) -> FilePart? {
        parts.first { $0.fileName == habitTable }
    }

    static func read(
        _ parts: [FilePart], habits table: FilePart, into batches: inout SampleBatches
    ) throws {
        var archive = LoopArchive(progress: ExportProgress(parts))
        batches.setFormat("tables of Loop Habit Tracker")
        try archive.readHabits(table, &batches)
        for part in parts where part.name != table.name {
            if part.fileName == Self.markTable, let position = Self.position(of: part) {
                try archive.readMarks(part, of: position, &batches)
            } else {
                // The tables of all habits repeat those of each habit, and scores are computed.
                batches.countFiles([String(part.fileName): ItemCounts(ignored: 1)])
            }
        }
        try batches.reportIgnored(failed: archive.failed, implied: archive.implied)
    }

    private init(progress: ExportProgress) {
        self.progress = progress
    }

    /// The position of the habit of a folder such as `001 Read`; nil for a table of all habits.
    private static func position(of part: FilePart) -> Int? {
        let path = part.name.split(separator: "/")
        guard path.count >= 2 else { return nil }
        let digits = path[path.count - 2].prefix { $0.isASCII && $0.isNumber }
        return digits.count >= 3 ? Int(digits) : nil
    }

    private mutating func readHabits(_ part: FilePart, _ batches: inout SampleBatches) throws {
        var habits: [Int: LoopHabit] = [:]
        var numbers: [String: Int] = [:]
        progress.begin(part)
        try part.readTable(into: &batches, type: "Activity", progress: progress) {
            batches, row, header in
            func text(_ column: String) -> String { header.column(column).map { row[$0] } ?? "" }
            guard let position = Int(text("position")), habits[position] == nil else {
                return try batches.quarantine(
                    ItemLocation(row), type: "Activity", reason: "it has no position of its own")
            }
            guard habits.count < SampleBatches.activityLimit else {
                return try batches.quarantine(
                    ItemLocation(row), type: "Activity",
                    reason: "the file has more than \(SampleBatches.activityLimit) habits")
            }
            let stored = text("name")
            let name = stored.contains { !$0.isWhitespace } ? stored : "Habit \(position)"
            numbers[name, default: 0] += 1
            var habit = LoopHabit(
                key: LoopHabit.key(named: name, number: numbers[name] ?? 1), name: name)
            habit.isNumerical = text("type") == "NUMERICAL"
            habit.question = text("question")
            habit.about = text("description")
            habit.frequencyTimes = Int64(text("frequencynumerator")) ?? 0
            habit.frequencyDays = Int64(text("frequencydenominator")) ?? 0
            habit.color = Self.color(text("color"))
            habit.unit = text("unit")
            habit.isAtMost = text("target type") == "AT_MOST"
            habit.target = Double(text("target value")) ?? 0
            habit.isArchived = text("archived?") == "true"
            try habit.append(to: &batches, from: ItemLocation(row))
            habits[position] = habit
        }
        self.habits = habits
    }

    private static func color(_ text: String) -> String? {
        let digits = text.dropFirst()
        let isColor =
            text.hasPrefix("#") && digits.count == 6
            && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        return isColor ? text.uppercased() : nil
    }

    private mutating func readMarks(
        _ part: FilePart, of position: Int, _ batches: inout SampleBatches
    ) throws {
        progress.begin(part)
        guard let habit = habits[position] else {
            return batches.countFiles([String(part.fileName): ItemCounts(quarantined: 1)])
        }
        var (failed, implied) = (0, 0)
        try part.readTable(into: &batches, type: "Entry", progress: progress) {
            batches, row, header in
            let location = ItemLocation(row)
            guard let day = ImportedDay.of(row[header.column("date") ?? 0]),
                let value = Self.value(row[header.column("value") ?? 1])
            else {
                return try batches.quarantine(
                    location, type: "Entry", reason: "it has no day or no value")
            }
            let note = header.column("notes").map { row[$0] }.flatMap { $0.isEmpty ? nil : $0 }
            let mark = LoopHabit.mark(value, isNumerical: habit.isNumerical)
            switch mark {
            case .entry(let outcome):
                try batches.append(
                    ImportedEntry(activity: habit.key, day: day, outcome: outcome, note: note),
                    from: location)
            case .failed, .implied:
                if mark == .failed { failed += 1 } else { implied += 1 }
                guard let note else { return batches.ignore(of: "Entry") }
                try batches.append(
                    ImportedAnnotation(activity: habit.key, day: day, text: note), from: location)
            case .invalid:
                try batches.quarantine(location, type: "Entry", reason: "its value is unknown")
            }
        }
        self.failed += failed
        self.implied += implied
    }

    /// The number of a value that the app writes as a word.
    private static func value(_ text: String) -> Int64? {
        switch text {
        case "UNKNOWN": -1
        case "NO": 0
        case "YES_AUTO": 1
        case "YES_MANUAL": 2
        case "SKIP": 3
        default: Int64(text)
        }
    }
}
