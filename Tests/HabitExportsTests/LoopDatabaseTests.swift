import Glibc
import HabitExports
import PluginKit
import Testing

@Suite struct LoopDatabaseTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try LoopReader.read(file, into: &batches)
        }
    }

    private static func trial(_ database: SampleDatabase) throws -> ImportTrial {
        try ImportTrial(of: TestImporter(), readingFileAt: database.path)
    }

    @Test(arguments: 9...25)
    func `each schema has its habit and its marks`(schema: Int) throws {
        let database = try LoopSample.database(schema)
        let value = schema >= 16 ? ", value" : ""
        let two = schema >= 16 ? ", 2" : ""
        try database.run(
            "insert into Repetitions (habit, timestamp\(value)) values "
                + "(7, \(18_000 * LoopSample.day)\(two)), (7, \(18_002 * LoopSample.day)\(two))")

        let trial = try Self.trial(database)

        let habit = try #require(trial.activities.first)
        #expect(habit.name == "Read" && habit.schedule == .timesAWeek(2))
        #expect(habit.reminders == [485] && habit.kind == .checkbox && !habit.isArchived)
        #expect(habit.color == (schema < 14 ? "#D32F2F" : schema < 21 ? "#F9A825" : "#F57C00"))
        #expect(trial.entries.map(\.day) == [18_000, 18_002])
        #expect(trial.entries.allSatisfy { $0.outcome == .completed })
        #expect(trial.format == "database of Loop Habit Tracker, schema \(schema)")
        #expect(trial.quarantined.isEmpty && trial.problems.isEmpty)
    }

    /// Bit 0 is Saturday, bit 6 Friday.
    @Test(arguments: [
        (20, Set([1, 3])), (1, Set([6])), (2, Set([7])), (64, Set([5])), (127, Set(1...7)),
    ])
    func `a reminder is read with its weekdays`(bits: Int, weekdays: Set<Int>) throws {
        let database = try LoopSample.database(25)
        try LoopSample.insert(
            database, 8,
            [
                "name": "'Water'", "reminder_hour": "9", "reminder_min": "0",
                "reminder_days": "\(bits)",
            ])

        let trial = try Self.trial(database)

        let water = try #require(trial.activities.first { $0.name == "Water" })
        #expect(water.reminders == [540] && water.reminderWeekdays == weekdays)
        // The key that the tables of the app have.
        #expect(water.aliases == ["name Water"])
        #expect(trial.problems.isEmpty)
    }

    @Test func `a reminder without weekdays is left out and reported`() throws {
        let database = try LoopSample.database(25)
        try LoopSample.insert(
            database, 8,
            [
                "name": "'Water'", "reminder_hour": "9", "reminder_min": "0",
                "reminder_days": "0",
            ])

        let trial = try Self.trial(database)

        #expect(trial.activities.first { $0.name == "Water" }?.reminders == [])
        #expect(trial.problems.map(\.reason).contains { $0.contains("has no weekday") })
    }

    @Test func `skips, notes, thousandths and automatic checks are distinguished`() throws {
        let database = try LoopSample.database(25)
        try LoopSample.insert(
            database, 8,
            [
                "name": "'Water'", "type": "1", "target_value": "1.5", "unit": "'l'",
                "target_type": "1", "archived": "1",
            ])
        func mark(_ habit: Int, _ day: Int, _ value: Int, _ note: String = "null") throws {
            try database.run(
                "insert into Repetitions (habit, timestamp, value, notes) values "
                    + "(\(habit), \(day * LoopSample.day), \(value), \(note))")
        }
        try mark(7, 1, 2, "'good'")
        try mark(7, 2, 3)
        try mark(7, 3, 0, "'ill'")
        try mark(7, 4, 1)
        try mark(7, 5, -1, "'away'")
        try mark(7, 6, 0)
        try mark(8, 1, 1234)
        try mark(8, 2, 0)
        try mark(8, 3, 3)
        try mark(8, 4, -1)

        let trial = try Self.trial(database)

        #expect(
            trial.entries.map(\.outcome) == [
                .completed, .skipped(reason: nil), .amount(1.234), .amount(0),
                .skipped(reason: nil),
            ])
        #expect(trial.entries.map(\.note) == ["good", nil, nil, nil, nil])
        #expect(trial.annotations.map(\.text) == ["ill", "away"])
        #expect(trial.annotations.map(\.day) == [3, 5])
        #expect(trial.ignored == ["Entry": 3])
        #expect(trial.activities[0].attributes["no"] == "3 6")
        let water = trial.activities[1]
        #expect(water.kind == .amount(unit: "l", target: .init(1.5, per: .day, isAtMost: true)))
        #expect(water.isArchived && water.key == "uuid uuid8" && water.aliases == ["name Water"])
    }

    @Test(arguments: [
        (1, 1, ImportedActivity.Schedule.daily, true), (7, 7, .daily, true),
        (3, 7, .timesAWeek(3), true), (10, 30, .timesAMonth(10), true),
        (10, 31, .timesAMonth(10), true), (1, 2, .timesAMonth(15), false),
        (2, 14, .timesAWeek(1), false), (1, 90, .timesAMonth(1), false),
        (29, 29, .daily, true), (99, 100, .daily, false),
    ])
    func `frequencies are read as the nearest schedule`(
        times: Int, days: Int, schedule: ImportedActivity.Schedule, isExact: Bool
    ) throws {
        let database = try LoopSample.database(25)
        try database.run("update Habits set freq_num = \(times), freq_den = \(days)")

        let trial = try Self.trial(database)

        let habit = try #require(trial.activities.first)
        #expect(habit.schedule == schedule)
        #expect(habit.attributes["frequency"] == "\(times)/\(days)")
        #expect(trial.problems.isEmpty == isExact)
        #expect(isExact || trial.problems[0].reason.hasPrefix("\"Read\": "))
    }

    @Test(arguments: [
        (1, ImportedActivity.Target(10)), (7, .init(10, per: .week)), (30, .init(10, per: .month)),
        (31, .init(10, per: .month)), (14, .init(5, per: .week)), (2, .init(5, per: .day)),
        (60, .init(5, per: .month)),
    ])
    func `targets keep their period, or the nearest with its share`(
        days: Int, target: ImportedActivity.Target
    ) throws {
        let database = try LoopSample.database(25)
        try database.run(
            "update Habits set type = 1, target_value = 10, freq_num = 1, freq_den = \(days)")

        let trial = try Self.trial(database)

        #expect(trial.activities.first?.kind == .amount(unit: nil, target: target))
    }

    @Test func `damaged rows are quarantined and repeated days are sent in order`() throws {
        let database = try LoopSample.database(16)
        try database.run(
            """
            insert into Repetitions (habit, timestamp, value) values (7, null, 2), (9, 0, 2),
              (7, 86400000, 2), (7, 86400000, 3), (7, 'x', 2), (7, 9e18, 2), (7, 1, 9)
            """)

        let trial = try Self.trial(database)

        #expect(trial.entries.map(\.outcome) == [.completed, .skipped(reason: nil)])
        #expect(
            trial.quarantined.map(\.reason) == [
                "it has no day or no value", "its habit does not exist",
                "it has no day or no value", "its day is out of range", "its value is unknown",
            ])
        #expect(trial.quarantined[1].location.text == "id 2, habit 9, timestamp 0, value 2")
    }

    @Test func `habits of one name have keys of their own`() throws {
        let database = try LoopSample.database(20)
        try database.run(
            "insert into Habits (id, name, freq_num, freq_den, position) values (8, 'Read', 1, 1, 1), "
                + "(9, ' ', 0, 1, 2)")

        let trial = try Self.trial(database)

        #expect(trial.activities.map(\.key) == ["name Read", "name Read #2", "name Habit 9"])
        #expect(
            trial.problems.map(\.reason) == [
                "\"Habit 9\": its frequency is invalid and read as daily"
            ])
    }

    @Test(arguments: [8, 26, 0])
    func `an unknown schema is an error with the remedy`(schema: Int) throws {
        let database = try LoopSample.database(25)
        try database.run("pragma user_version = \(schema)")

        let problem = try #require(throws: ImportProblem.self) { try Self.trial(database) }

        #expect(problem.message.contains("with schema \(schema); schemas 9 to 25"))
        #expect(problem.hint?.isEmpty == false)
    }

    @Test func `a file that is not a database of Loop is an error`() throws {
        let other = try SampleDatabase()
        try other.run("create table Habits (id integer)")

        let problem = try #require(throws: ImportProblem.self) { try Self.trial(other) }
        let text = try #require(throws: ImportProblem.self) {
            try ImportTrial(of: TestImporter(), reading: "Habits", named: "loop.db")
        }

        #expect(problem.message.hasSuffix("is not an export of Loop Habit Tracker."))
        #expect(text.message.contains("cannot be read as a database: file is not a database"))
    }

    @Test func `a database that ends early gives what is before the end`() throws {
        let database = try LoopSample.database(25)
        try database.run(
            """
            with recursive n(i) as (select 1 union all select i + 1 from n where i < 5000)
            insert into Repetitions (habit, timestamp, value)
            select 7, i * \(LoopSample.day), 2 from n
            """)
        #expect(truncate(database.path, 60_000) == 0)

        let trial = try Self.trial(database)

        #expect(trial.isTruncated)
        #expect(trial.entries.count > 100 && trial.entries.count < 5000)
        #expect(trial.problems.contains { $0.reason.hasPrefix("the database is damaged") })
    }
}
