/// The databases of Loop Habit Tracker as its migrations leave them, schemas 9 to 25.
enum LoopSample {
    static let day = 86_400_000

    /// The columns of habits that were added after schema 9, with the schema that has them first.
    private static let habitColumns = [
        (11, "reminder_days integer not null default 127"),
        (16, "type integer not null default 0"),
        (18, "target_type integer not null default 0"),
        (18, "target_value real not null default 0"),
        (18, "unit text not null default ''"),
        (23, "question text"),
        (24, "uuid text"),
    ]

    static func schema(_ version: Int) -> String {
        let first = [
            "id integer primary key autoincrement", "archived integer", "color integer",
            "description text", "freq_den integer", "freq_num integer", "highlight integer",
            "name text", "position integer", "reminder_hour integer", "reminder_min integer",
        ]
        let habits = first + habitColumns.filter { $0.0 <= version }.map(\.1)
        let isStrict = version >= 22
        let notNull = isStrict ? " not null" : ""
        var marks = [
            "id integer primary key autoincrement",
            "habit integer\(notNull) references habits(id)", "timestamp integer\(notNull)",
        ]
        if version >= 16 { marks.append("value integer not null" + (isStrict ? "" : " default 2")) }
        if version >= 25 { marks.append("notes text") }
        var statements = [
            "create table Habits (\(habits.joined(separator: ", ")))",
            "create table Repetitions (\(marks.joined(separator: ", ")))",
        ]
        if version >= 13 {
            statements.append(
                "create \(isStrict ? "unique " : "")index idx_repetitions_habit_timestamp "
                    + "on Repetitions (habit, timestamp)")
        }
        statements.append("pragma user_version = \(version)")
        return statements.joined(separator: ";\n") + ";"
    }

    /// A database with a habit called Read, due twice a week.
    static func database(_ version: Int) throws -> SampleDatabase {
        let database = try SampleDatabase()
        try database.run(schema(version))
        let color = version >= 14 ? "2" : "-2937041"
        try database.run(
            """
            insert into Habits (id, archived, color, description, freq_den, freq_num, highlight,
              name, position, reminder_hour, reminder_min)
            values (7, 0, \(color), 'Did you read?', 7, 2, 0, 'Read', 0, 8, 5)
            """)
        return database
    }

    /// Inserts a habit of the newest schema.
    static func insert(_ database: SampleDatabase, _ id: Int, _ values: [String: String]) throws {
        var row = [
            "id": "\(id)", "archived": "0", "color": "8", "description": "''", "freq_den": "1",
            "freq_num": "1", "highlight": "0", "name": "'Habit'", "position": "\(id)",
            "reminder_days": "127", "type": "0", "target_type": "0", "target_value": "0",
            "unit": "''", "question": "''", "uuid": "'uuid\(id)'",
        ]
        row.merge(values) { $1 }
        let columns = row.sorted { $0.key < $1.key }
        try database.run(
            "insert into Habits (\(columns.map(\.key).joined(separator: ", "))) values "
                + "(\(columns.map(\.value).joined(separator: ", ")))")
    }
}
