import Glibc
import HabitExports
import PluginKit
import Testing

@Suite struct HabitAppTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try HabitAppReader.read(file, into: &batches)
        }
    }

    private static func trial(_ database: SampleDatabase) throws -> ImportTrial {
        try ImportTrial(of: TestImporter(), readingFileAt: database.path, zone: "Europe/Berlin")
    }

    private static func trial(_ table: String) throws -> ImportTrial {
        try ImportTrial(of: TestImporter(), reading: table, named: "HabitBull.csv")
    }

    private static func day(_ text: String) throws -> Int { try #require(ImportedDay.of(text)) }

    @Test func `ticks of Tickmate have local times, and repeated ones are numbers`() throws {
        let database = try SampleDatabase()
        try database.run(
            """
            create table tracks (_id integer primary key, name text, enabled integer,
              description text, icon text, multiple_entries_per_day integer, "order" integer);
            create table groups (_id integer primary key, name text);
            create table track2groups (_id integer primary key, _track_id integer,
              _group_id integer);
            create table ticks (_id integer primary key, _track_id integer, year integer,
              month integer, day integer, hour integer, minute integer, second integer,
              has_time_info integer);
            insert into tracks values (1, 'Floss', 1, 'at night', 'tooth', 0, 2),
              (2, 'Coffee', 0, '', '', 1, 1);
            insert into groups values (5, 'Health');
            insert into track2groups values (1, 1, 5);
            insert into ticks values (1, 1, 2024, 0, 31, 22, 15, 30, 1),
              (2, 2, 2024, 1, 29, 0, 0, 0, 0), (3, 2, 2024, 1, 29, 0, 0, 0, 0),
              (4, 1, 2024, 12, 1, 0, 0, 0, 0), (5, 1, 2023, 1, 29, 0, 0, 0, 0);
            """)

        let trial = try Self.trial(database)

        #expect(trial.format == "database of Tickmate")
        #expect(trial.activities.map(\.name) == ["Coffee", "Floss"])
        #expect(trial.activities.map(\.isArchived) == [true, false])
        #expect(
            trial.activities.map(\.kind) == [.amount(unit: nil, target: nil), .checkbox])
        #expect(trial.activities[1].category == "Health")
        #expect(trial.activities[1].attributes == ["description": "at night", "icon": "tooth"])
        #expect(
            trial.entries.map(\.day) == [
                try Self.day("2024-01-31"), try Self.day("2024-02-29"),
                try Self.day("2024-02-29"),
            ])
        #expect(trial.entries.map(\.outcome) == [.completed, .amount(1), .amount(1)])
        // 22:15:30 in Berlin, which is an hour ahead of UTC in January.
        #expect(trial.entries[0].loggedAt == 1_706_735_730_000)
        #expect(trial.entries.map(\.key) == [nil, "tick 2", "tick 3"])
        #expect(
            trial.quarantined.map { $0.location.text.prefix(6) } == ["tick 4", "tick 5"])
    }

    private static func rewire(_ habits: String, checkins: String = "") throws -> SampleDatabase {
        let database = try SampleDatabase()
        try database.run(
            """
            create table habits (_id integer primary key, name text, description text,
              schedule integer, active_days text, repeating_count integer, days integer,
              period integer, archived integer, start_date text, order_num integer);
            create table checkins (_id integer primary key, habit_id integer, date text,
              type integer, note text);
            create table reminders (_id integer primary key, habit_id integer, time integer);
            insert into habits values \(habits);
            insert into reminders values (1, 1, 485), (2, 1, 0), (3, 1, 1440);
            """)
        if !checkins.isEmpty { try database.run("insert into checkins values \(checkins)") }
        return database
    }

    @Test(
        arguments: [
            ("0, '1,3,0', 0, 0, 0", ImportedActivity.Schedule.weekly([1, 3, 7]), nil),
            ("0, '0,1,2,3,4,5,6', 0, 0, 0", .daily, nil),
            ("0, '', 0, 0, 0", .daily, "its schedule is unknown and read as daily"),
            ("1, '', 0, 3, 0", .timesAWeek(3), nil),
            ("1, '', 0, 10, 1", .timesAMonth(10), nil),
            ("1, '', 0, 3, 9", .daily, "its schedule is unknown and read as daily"),
            ("2, '', 3, 0, 0", .everyDays(3), nil), ("2, '', 1, 0, 0", .daily, nil),
            ("2, '', 0, 0, 0", .daily, "its schedule is unknown and read as daily"),
            ("7, '', 1, 1, 1", .daily, "its schedule is unknown and read as daily"),
        ] as [(String, ImportedActivity.Schedule, String?)])
    func `schedules of Rewire are read, and unknown ones named`(
        columns: String, schedule: ImportedActivity.Schedule, notice: String?
    ) throws {
        let database = try Self.rewire("(1, 'Read', 'a page', \(columns), 0, '20240102', 1)")

        let trial = try Self.trial(database)

        let habit = try #require(trial.activities.first)
        #expect(habit.schedule == schedule && habit.reminders == [485])
        #expect(habit.created == ImportedDay.of("2024-01-02"))
        #expect(trial.problems.map(\.reason) == (notice.map { ["\"Read\": \($0)"] } ?? []))
    }

    @Test func `check-ins of Rewire that are not done have no entry, and keep their note`() throws {
        let database = try Self.rewire(
            "(1, 'Read', '', 2, '', 1, 0, 0, 1, '20240102', 1)",
            checkins: """
                (1, 1, '20240103', 2, 'good'), (2, 1, '20240104', 1, 'ill'),
                (3, 1, '20240105', 0, ''), (4, 1, '20241301', 2, ''), (5, null, '20240106', 2, '')
                """)

        let trial = try Self.trial(database)

        #expect(trial.format == "database of Rewire")
        #expect(trial.activities.map(\.isArchived) == [true])
        #expect(trial.entries.map(\.day) == [try Self.day("2024-01-03")])
        #expect(trial.entries.map(\.note) == ["good"])
        #expect(trial.annotations.map(\.text) == ["ill"])
        #expect(trial.ignored == ["Entry": 1])
        #expect(trial.quarantined.count == 2)
        #expect(trial.problems.map(\.count) == [2])
    }

    private static let header =
        "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"

    @Test func `a habit of HabitBull with a value above 1 has numbers`() throws {
        let trial = try Self.trial(
            Self.header + """
                Run,"far, and slow",Sports,2016-03-18,1,text
                Run,"far, and slow",Sports,2016-03-19,0,tired
                Run,"far, and slow",Sports,2016-03-20,0,
                Water,,,2016-03-18,1,
                Water,,,2016-03-19,2.5,
                Water,,,2016-03-20,0,
                Water,,,2016-03-21,-2147483648,

                """)

        #expect(trial.format == "table of HabitBull")
        #expect(trial.activities.map(\.name) == ["Run", "Water"])
        #expect(trial.activities[0].attributes == ["description": "far, and slow"])
        #expect(trial.activities.map(\.category) == ["Sports", nil])
        #expect(
            trial.activities.map(\.kind) == [.checkbox, .amount(unit: nil, target: nil)])
        #expect(
            trial.entries.map(\.outcome) == [.completed, .amount(1), .amount(2.5), .amount(0)])
        #expect(trial.entries.map(\.note) == ["text", nil, nil, nil])
        #expect(trial.annotations.map(\.text) == ["tired"])
        #expect(trial.ignored == ["Entry": 2])
        #expect(trial.problems.map(\.count) == [2, 1])
    }

    @Test(arguments: [("3/18/2016", "18/3/2016", false), ("3/8/2016", "8/3/2016", true)])
    func `the order of day and month in a table of HabitBull is that of all its dates`(
        monthFirst: String, dayFirst: String, isAmbiguous: Bool
    ) throws {
        let first = try Self.trial(Self.header + "Run,,,\(monthFirst),1,\n")
        let second = try Self.trial(Self.header + "Run,,,\(dayFirst),1,\nRun,,,25/12/2016,1,\n")

        let expected = try Self.day(isAmbiguous ? "2016-03-08" : "2016-03-18")
        #expect(first.entries.map(\.day) == [expected])
        #expect(second.entries.map(\.day) == [expected, try Self.day("2016-12-25")])
    }

    @Test func `rows of HabitBull without a day or a value are quarantined`() throws {
        let trial = try Self.trial(
            Self.header + "Run,,,2016-02-30,1,\nRun,,,2016-03-01,x,\nRun,,,2016-03-02,1,\n")

        #expect(trial.entries.count == 1)
        #expect(trial.quarantined.map(\.location.line) == [2, 3])
    }

    @Test func `a database of Tickmate that ends early gives what is before the end`() throws {
        let database = try SampleDatabase()
        try database.run(
            """
            create table tracks (_id integer primary key, name text);
            create table ticks (_id integer primary key, _track_id integer, year integer,
              month integer, day integer);
            insert into tracks values (1, 'Floss');
            with recursive n(i) as (select 0 union all select i + 1 from n where i < 4999)
            insert into ticks (_track_id, year, month, day)
            select 1, 2000 + i / 336, i / 28 % 12, i % 28 + 1 from n
            """)
        #expect(truncate(database.path, 40_960) == 0)

        let trial = try Self.trial(database)

        #expect(trial.isTruncated)
        #expect(trial.entries.count > 100 && trial.entries.count < 5000)
        #expect(trial.problems.contains { $0.reason.hasPrefix("the database is damaged") })
    }

    @Test func `a database of another app and a damaged one are errors`() throws {
        let other = try SampleDatabase()
        try other.run("create table tracks (_id integer)")
        let magic = Array("SQLite format 3\0".utf8)

        let problem = try #require(throws: ImportProblem.self) { try Self.trial(other) }
        let damaged = try #require(throws: ImportProblem.self) {
            try ImportTrial(
                of: TestImporter(), reading: magic + [UInt8](repeating: 7, count: 2000),
                named: "tickmate.db")
        }
        let text = try #require(throws: ImportProblem.self) { try Self.trial("Date,Value\n") }

        #expect(problem.message.contains("is not an export of Tickmate, Rewire or HabitBull"))
        #expect(damaged.message.contains("is a damaged database"))
        #expect(text.hint?.hasPrefix("Export a backup") == true)
    }
}
