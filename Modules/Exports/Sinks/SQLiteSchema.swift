/// The schema of an exported database. Its version changes with each change that a reader notices.
enum SQLiteSchema {
    static let version = 1

    static var tables: String {
        ExportTable.all.filter { $0 != .samples }.map(create).joined() + """
            CREATE TABLE series (id INTEGER PRIMARY KEY, metric TEXT NOT NULL, unit TEXT NOT NULL,
              source TEXT NOT NULL, device TEXT NOT NULL, isEntered INTEGER NOT NULL,
              resolution TEXT NOT NULL);
            CREATE TABLE series_samples (series INTEGER NOT NULL REFERENCES series (id),
              start INTEGER NOT NULL, "end" INTEGER NOT NULL, value REAL);

            """
    }

    /// The indices and views, created after all rows.
    static let indices = """
        CREATE INDEX series_samples_by_start ON series_samples (series, start);
        CREATE INDEX days_by_metric ON days (metric, day);
        CREATE INDEX entries_by_day ON entries (activityID, day);
        CREATE VIEW samples AS SELECT metric, \(instant("start")) AS start,
          \(instant("\"end\"")) AS "end", value, unit, source, device, isEntered, resolution
          FROM series_samples JOIN series ON series.id = series_samples.series;
        CREATE VIEW steps_by_day AS SELECT day, value AS steps FROM days
          WHERE metric = 'stepCount';
        CREATE VIEW weight_by_day AS SELECT day, value AS weight, unit FROM days
          WHERE metric = 'bodyMass';
        CREATE VIEW entries_by_month AS SELECT activity, substr(day, 1, 7) AS month,
          sum(status = 'completed') AS completed, sum(status = 'skipped') AS skipped,
          sum(value) AS total, min(unit) AS unit FROM entries GROUP BY activityID, month;
        CREATE VIEW workouts_by_type AS SELECT type, count(*) AS workouts,
          sum(seconds) / 3600 AS hours, sum(distanceMeters) / 1000 AS kilometers
          FROM workouts GROUP BY type;

        """

    private static func create(_ table: ExportTable) -> String {
        let columns = table.columns.map { "\"\($0.name)\" \(type($0.type))" }
        return "CREATE TABLE \(table.name) (\(columns.joined(separator: ", ")));\n"
    }

    private static func type(_ type: ExportTable.ColumnType) -> String {
        switch type {
        case .flag, .integer, .instant: "INTEGER"
        case .number: "REAL"
        case .text: "TEXT"
        }
    }

    /// The SQL of an instant as RFC 3339.
    private static func instant(_ column: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%S', \(column) / 1000 - (\(column) % 1000 < 0), 'unixepoch') "
            + "|| printf('.%03dZ', (\(column) % 1000 + 1000) % 1000)"
    }
}
