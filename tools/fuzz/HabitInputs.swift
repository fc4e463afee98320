import HabitExports
import PluginKit
import SQLiteWriter
import ZipWriter

/// Inputs of the target that reads exports of habit apps.
enum HabitInputs {
    static let loopFiles = [loopDatabase, loopArchive]

    static let otherFiles =
        [tickmateDatabase, rewireDatabase] + [
            Array(
                ("HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"
                    + "Run,\"far, \"\"slow\"\"\",Sports,2016-03-18,2,text\nRun,,,3/18/2016,x,\n")
                    .utf8)
        ]

    private static let loopDatabase = database(
        """
        CREATE TABLE Habits (id INTEGER PRIMARY KEY, archived INTEGER, color INTEGER,
          description TEXT, freq_den INTEGER, freq_num INTEGER, name TEXT, position INTEGER,
          reminder_hour INTEGER, reminder_min INTEGER, reminder_days INTEGER, type INTEGER,
          target_type INTEGER, target_value REAL, unit TEXT, question TEXT, uuid TEXT);
        CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER,
          value INTEGER, notes TEXT);
        INSERT INTO Habits VALUES (1, 1, 8, 'a', 14, 3, 'Read', 0, 8, 5, 3, 0, 0, 0, '', 'b', 'c'),
          (2, 0, 3, '', 7, 1, 'Run', 1, NULL, NULL, 127, 1, 1, 2.5, 'km', '', 'd');
        INSERT INTO Repetitions VALUES (1, 1, 86400000, 2, 'good'), (2, 1, 172800000, 0, NULL),
          (3, 1, 259200000, 3, ''), (4, 2, 86400000, 1234, NULL);
        PRAGMA user_version = 25;
        """)

    private static let tickmateDatabase = database(
        """
        CREATE TABLE tracks (_id INTEGER PRIMARY KEY, name TEXT, enabled INTEGER,
          description TEXT, icon TEXT, multiple_entries_per_day INTEGER, "order" INTEGER);
        CREATE TABLE groups (_id INTEGER PRIMARY KEY, name TEXT);
        CREATE TABLE track2groups (_id INTEGER PRIMARY KEY, _track_id INTEGER, _group_id INTEGER);
        CREATE TABLE ticks (_id INTEGER PRIMARY KEY, _track_id INTEGER, year INTEGER,
          month INTEGER, day INTEGER, hour INTEGER, minute INTEGER, second INTEGER,
          has_time_info INTEGER);
        INSERT INTO tracks VALUES (1, 'Floss', 0, 'at night', 'tooth', 1, 2);
        INSERT INTO groups VALUES (5, 'Health');
        INSERT INTO track2groups VALUES (1, 1, 5);
        INSERT INTO ticks VALUES (1, 1, 2024, 0, 31, 22, 15, 30, 1);
        """)

    private static let rewireDatabase = database(
        """
        CREATE TABLE habits (_id INTEGER PRIMARY KEY, name TEXT, description TEXT,
          schedule INTEGER, active_days TEXT, repeating_count INTEGER, days INTEGER,
          period INTEGER, archived INTEGER, start_date TEXT, order_num INTEGER);
        CREATE TABLE checkins (_id INTEGER PRIMARY KEY, habit_id INTEGER, date TEXT,
          type INTEGER, note TEXT);
        CREATE TABLE reminders (_id INTEGER PRIMARY KEY, habit_id INTEGER, time INTEGER);
        INSERT INTO habits VALUES (1, 'Read', 'a', 1, '0,3', 2, 10, 1, 1, '20240102', 1);
        INSERT INTO checkins VALUES (1, 1, '20240103', 2, 'good'), (2, 1, '20240104', 1, 'ill');
        INSERT INTO reminders VALUES (1, 1, 485);
        """)

    private static let loopArchive: [UInt8] = {
        var archive = ZipWriter()
        archive.add(
            "Habits.csv",
            "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,"
                + "Unit,Target Type,Target Value,Archived?\n"
                + "001,Read,NUMERICAL,,,1,7,#1976D2,km,AT_MOST,12.0,true\n")
        archive.add("001 Read/Checkmarks.csv", "Date,Value,Notes\n2024-01-05,1234,\"a, b\"\n")
        return archive.bytes
    }()

    /// The bytes of the database that the statements create.
    static func database(_ statements: String) -> [UInt8] {
        guard let bytes = try? databaseBytes("PRAGMA page_size = 512;" + statements) else {
            FuzzCase.fail("the database cannot be created")
        }
        return bytes
    }

    /// Checks that each entry is of an activity that was sent before.
    static func file(_ bytes: UnsafeRawBufferPointer, _ read: @escaping ImporterTrial.Read) {
        guard let trial = ImporterTrial.result(of: Array(bytes), named: "a", read) else { return }
        let keys = Set(trial.activities.map(\.key))
        guard trial.entries.allSatisfy({ keys.contains($0.activity) }) else {
            FuzzCase.fail("an entry has no activity")
        }
    }
}
