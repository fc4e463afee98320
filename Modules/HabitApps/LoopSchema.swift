/// The form of the newest database of Loop Habit Tracker.
package enum LoopSchema {
    package static let version = 25
    /// A habit that is reminded of on every weekday.
    package static let allDays: Int64 = 127
    package static let millisecondsOfDay: Int64 = 86_400_000

    /// The values of marks. A number of a numerical habit is in thousandths.
    package static let (unknown, no, automatic, yes, skip): (Int64, Int64, Int64, Int64, Int64) =
        (-1, 0, 1, 2, 3)

    /// The columns of the table of habits, in the order in which an export fills them.
    package static let habitColumns = [
        "id", "archived", "color", "description", "freq_den", "freq_num", "highlight", "name",
        "position", "reminder_hour", "reminder_min", "reminder_days", "type", "target_type",
        "target_value", "unit", "question", "uuid",
    ]

    package static let tables = """
        CREATE TABLE Habits (
          id INTEGER PRIMARY KEY AUTOINCREMENT, archived INTEGER, color INTEGER, description TEXT,
          freq_den INTEGER, freq_num INTEGER, highlight INTEGER, name TEXT, position INTEGER,
          reminder_hour INTEGER, reminder_min INTEGER, reminder_days INTEGER NOT NULL DEFAULT 127,
          type INTEGER NOT NULL DEFAULT 0, target_type INTEGER NOT NULL DEFAULT 0,
          target_value REAL NOT NULL DEFAULT 0, unit TEXT NOT NULL DEFAULT '', question TEXT,
          uuid TEXT);
        CREATE TABLE Repetitions (
          id INTEGER PRIMARY KEY AUTOINCREMENT, habit INTEGER NOT NULL REFERENCES Habits (id),
          timestamp INTEGER NOT NULL, value INTEGER NOT NULL, notes TEXT);
        CREATE UNIQUE INDEX idx_repetitions_habit_timestamp ON Repetitions (habit, timestamp);
        CREATE TABLE Events (
          id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp INTEGER, message TEXT, server_id INTEGER);

        """

    /// The ISO weekdays of a reminder. Bit 0 is Saturday, bit 6 Friday.
    package static func weekdays(ofDays bits: Int64) -> Set<Int> {
        Set((1...7).filter { bits & days(of: [$0]) != 0 })
    }

    /// The bits of weekdays from 1, Monday, to 7, Sunday.
    package static func days(of weekdays: some Sequence<Int>) -> Int64 {
        weekdays.reduce(0) { $0 | 1 << Int64(($1 + 1) % 7) }
    }

    /// The names of what is stored beside an activity and written again by an export.
    package enum Attribute {
        package static let uuid = "uuid"
        package static let question = "question"
        package static let about = "description"
        /// `times/days`.
        package static let frequency = "frequency"
        package static let target = "target"
        /// The days marked as not done, as days since 1970-01-01.
        package static let failedDays = "no"
    }
}
