import Glibc
import PluginKit
import SQLiteFiles
import SQLiteWriter
import Testing
import ZipWriter

@testable import HealthConnect

@Suite struct HealthConnectTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try HealthConnectReader.read(file, into: &batches)
        }
    }

    /// The columns of every record, and those of an interval and an instant.
    private static let record =
        "row_id INTEGER PRIMARY KEY, uuid BLOB, app_info_id INTEGER, device_info_id INTEGER, "
        + "recording_method INTEGER"
    private static let interval =
        record + ", start_time INTEGER, start_zone_offset INTEGER, end_time INTEGER"
    private static let instant = record + ", time INTEGER, zone_offset INTEGER"

    private static let origins = """
        CREATE TABLE android_metadata (locale TEXT);
        CREATE TABLE application_info_table (
            row_id INTEGER PRIMARY KEY, package_name TEXT, app_name TEXT);
        INSERT INTO application_info_table VALUES (1, 'a.b', 'Steps App'), (2, 'c.d', NULL);
        CREATE TABLE device_info_table (
            row_id INTEGER PRIMARY KEY, manufacturer TEXT, model TEXT, device_type INTEGER);
        INSERT INTO device_info_table VALUES (1, 'Google', 'Pixel', 2);
        PRAGMA user_version = 23;
        """

    private static func trial(_ statements: String) throws -> ImportTrial {
        var archive = ZipWriter(.deflated)
        archive.add("health_connect_export.db", try databaseBytes(origins + statements))
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "Health Connect.zip", zone: "UTC")
    }

    @Test func `values are converted from grams, calories and percent`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE weight_record_table (\(Self.instant), weight REAL);
            INSERT INTO weight_record_table VALUES (1, NULL, 1, 1, 3, 1000, 7200, 80500.0);
            CREATE TABLE body_fat_record_table (\(Self.instant), percentage REAL);
            INSERT INTO body_fat_record_table VALUES (1, NULL, 1, 1, 1, 1000, 7200, 20.0);
            CREATE TABLE active_calories_burned_record_table (\(Self.interval), energy REAL);
            INSERT INTO active_calories_burned_record_table
                VALUES (1, NULL, 2, NULL, 2, 1000, 7200, 61000, 1500.0);
            """)

        let values = Dictionary(uniqueKeysWithValues: trial.samples.map { ($0.metric, $0.value) })
        #expect(values == ["bodyMass": 80.5, "bodyFatPercentage": 0.2, "activeEnergyBurned": 1.5])
        #expect(Set(trial.samples.map(\.source)) == ["Steps App", "c.d"])
        #expect(trial.format == "database of Health Connect, schema 23")
    }

    @Test func `a basal metabolic rate in watts is stored in kilocalories a day`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE basal_metabolic_rate_record_table (
                \(Self.instant), basal_metabolic_rate REAL);
            INSERT INTO basal_metabolic_rate_record_table
                VALUES (1, NULL, 1, 1, 1, 1000, 7200, 83.68);
            """)

        let sample = try #require(trial.samples.first)
        #expect(sample.metric == "basalMetabolicRate" && sample.unit == "kcal/d")
        #expect((sample.value * 1e6).rounded() == 1728e6)
        #expect(trial.ignored.isEmpty)
    }

    @Test func `a device has its name and the word for its type`() throws {
        let trial = try Self.trial(
            """
            INSERT INTO device_info_table VALUES
                (2, 'Acme, Inc.', 'W1', 1), (3, NULL, 'Scale', 3), (4, NULL, NULL, 0);
            CREATE TABLE exercise_session_record_table (\(Self.interval), exercise_type INTEGER);
            INSERT INTO exercise_session_record_table VALUES
                (1, NULL, 1, 1, 1, 0, 0, 1000, 33), (2, NULL, 1, 2, 1, 2000, 0, 3000, 33),
                (3, NULL, 1, 3, 1, 4000, 0, 5000, 33), (4, NULL, 1, 4, 1, 6000, 0, 7000, 33);
            """)

        #expect(
            trial.workouts.map(\.device) == [
                "name:Google Pixel, manufacturer:Google, model:Phone",
                "name:Acme,Inc. W1, manufacturer:Acme,Inc., model:Watch", "name:Scale", "",
            ])
    }

    @Test func `tables and columns that the export lacks are not needed`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE steps_record_table (
                row_id INTEGER PRIMARY KEY, start_time INTEGER, end_time INTEGER, count INTEGER);
            INSERT INTO steps_record_table VALUES (1, 0, 60000, 25);
            CREATE TABLE future_record_table (row_id INTEGER PRIMARY KEY);
            INSERT INTO future_record_table VALUES (1), (2);
            """)

        #expect(trial.samples.map(\.value) == [25])
        #expect(trial.samples.map(\.source) == ["Health Connect"])
        #expect(trial.ignored == ["future_record_table": 2])
    }

    @Test func `a night has its stages, and without known stages it is asleep`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE sleep_session_record_table (\(Self.interval), notes TEXT, title TEXT);
            INSERT INTO sleep_session_record_table VALUES
                (1, NULL, 1, 1, 1, 0, 0, 3000, NULL, NULL),
                (2, NULL, 1, 1, 1, 9000, 0, 10000, NULL, NULL),
                (3, NULL, 1, 1, 1, 20000, 0, 30000, NULL, NULL);
            CREATE TABLE sleep_stages_table (
                parent_key INTEGER, stage_start_time INTEGER, stage_end_time INTEGER,
                stage_type INTEGER);
            INSERT INTO sleep_stages_table VALUES
                (1, 0, 1000, 4), (1, 1000, 2000, 5), (1, 2000, 3000, 0), (7, 0, 1000, 5),
                (3, 20000, 30000, 0);
            """)

        #expect(trial.samples.map(\.start) == [0, 1000, 9000, 20000])
        let stages: [SleepStage] = [.core, .deep, .asleep, .asleep]
        #expect(trial.samples.map(\.value) == stages.map(\.value))
        #expect(trial.ignored == ["sleep of an unknown stage": 2, "nights with stages": 1])
        #expect(trial.quarantined.map(\.location.text) == ["sleep_stages_table, row 4"])
    }

    private static let ride = """
        CREATE TABLE exercise_session_record_table (
            \(interval), title TEXT, notes TEXT, exercise_type INTEGER);
        INSERT INTO exercise_session_record_table VALUES
            (5, x'0A0B', 1, 1, 1, 1000000, 7200, 2000000, 'Ride', NULL, 4);
        CREATE TABLE distance_record_table (\(interval), distance REAL);
        INSERT INTO distance_record_table VALUES
            (1, NULL, 1, 1, 1, 1000000, 7200, 1500000, 4000.0),
            (2, NULL, 2, 1, 1, 1000000, 7200, 1500000, 3900.0);
        CREATE TABLE heart_rate_record_table (\(interval));
        INSERT INTO heart_rate_record_table VALUES (3, NULL, 1, 1, 1, 1000000, 7200, 2000000);
        CREATE TABLE heart_rate_record_series_table (
            parent_key INTEGER, beats_per_minute INTEGER, epoch_millis INTEGER);
        INSERT INTO heart_rate_record_series_table VALUES (3, 120, 1100000), (3, 140, 1200000);
        CREATE TABLE SpeedRecordTable (\(interval));
        INSERT INTO SpeedRecordTable VALUES (4, NULL, 1, 1, 1, 1000000, 7200, 3000000);
        CREATE TABLE speed_record_table (
            parent_key INTEGER, speed REAL, epoch_millis INTEGER);
        INSERT INTO speed_record_table VALUES (4, 7.5, 1100000), (4, 1.5, 2500000);
        CREATE TABLE exercise_laps_table (
            parent_key INTEGER, lap_start_time INTEGER, lap_end_time INTEGER, lap_length REAL);
        INSERT INTO exercise_laps_table VALUES (5, 1000000, 1500000, 4000.0);
        CREATE TABLE exercise_route_table (
            parent_key INTEGER, timestamp_millis INTEGER, longitude REAL, latitude REAL);
        INSERT INTO exercise_route_table VALUES (5, 1100000, 8.1, 47.0), (5, 1000000, 8.0, 47.0);
        """

    @Test func `a workout has the measurements of its application, laps and route`() throws {
        let trial = try Self.trial(Self.ride)

        let workout = try #require(trial.workouts.first)
        #expect(trial.workouts.count == 1)
        #expect(workout.type == "Cycling" && workout.metadata["name"] == "Ride")
        #expect(workout.statistics["distanceCycling"]?.sum == 4000)
        #expect(workout.statistics["heartRate"]?.average == 130)
        #expect(workout.events.map(\.type) == ["Lap"])
        #expect(workout.routes.map(\.file) == ["Health Connect 0a0b"])
        #expect(workout.routes.first?.line.first?.map(\.longitude) == [8.0, 8.1])
        #expect(
            trial.samples.map(\.metric).sorted() == [
                "cyclingSpeed", "distanceCycling", "distanceWalkingRunning", "heartRate",
                "heartRate",
            ])
        #expect(trial.ignored == ["speed outside of a workout": 1])
        #expect(
            trial.format?.hasPrefix(
                "database of Health Connect, schema 23; not tried on a real file: exercise session")
                == true)
    }

    @Test func `workouts beyond the limit are counted and not read`() throws {
        let bytes = try databaseBytes(
            Self.origins + """
                CREATE TABLE exercise_session_record_table (\(Self.interval), exercise_type INTEGER);
                INSERT INTO exercise_session_record_table VALUES
                    (1, NULL, 1, 1, 1, 1000, 0, 2000, 33), (2, NULL, 1, 1, 1, 5000, 0, 4000, 33),
                    (3, NULL, 1, 1, 1, 6000, 0, 7000, 33), (4, NULL, 1, 1, 1, 8000, 0, 9000, 33);
                """)
        let path = "/tmp/dayline-workouts-\(UInt64.random(in: 0...UInt64.max)).db"
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        unlink(path)
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)

        let workouts = try HealthConnectWorkouts(
            HealthConnectDatabase(SQLiteFile(descriptor: descriptor)), limit: 3)

        #expect(workouts.sessions[1]?.map(\.row) == [1, 3])
        #expect(workouts.damaged == [2])
        #expect(workouts.refused == 1)
    }

    @Test func `values that are not numbers are quarantined`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE steps_record_table (\(Self.interval), count);
            INSERT INTO steps_record_table VALUES
                (1, NULL, 1, 1, 1, 0, 0, 60000, 'many'), (2, NULL, 1, 1, 1, NULL, 0, 60000, 3),
                (3, NULL, 1, 1, 1, 60000, 0, 0, 3), (4, NULL, 1, 1, 1, 0, 0, 60000, -3);
            """)

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.count == 4)
    }

    @Test func `a blood pressure and a meal are correlations`() throws {
        let trial = try Self.trial(
            """
            CREATE TABLE blood_pressure_record_table (
                \(Self.instant), systolic REAL, diastolic REAL);
            INSERT INTO blood_pressure_record_table
                VALUES (1, NULL, 1, 1, 1, 1000, 0, 120.0, 80.0);
            CREATE TABLE nutrition_record_table (
                \(Self.interval), meal_name TEXT, energy REAL, protein REAL);
            INSERT INTO nutrition_record_table
                VALUES (1, NULL, 1, 1, 1, 1000, 0, 2000, 'Lunch', 500000.0, 20.0);
            """)

        #expect(trial.correlations.map(\.type) == ["BloodPressure", "Food"])
        #expect(trial.correlations.last?.metadata == ["HKFoodType": "Lunch"])
        #expect(trial.samples.map(\.value) == [120, 80, 500, 20])
    }

    @Test func `a cut database is reported, and what is before the cut is read`() throws {
        let rows = (1...5000).map { "(\($0), NULL, 1, 1, 1, \($0)000, 0, \($0)500, \($0))" }
        let bytes = try databaseBytes(
            Self.origins + "CREATE TABLE steps_record_table (\(Self.interval), count INTEGER);"
                + "INSERT INTO steps_record_table VALUES \(rows.joined(separator: ","));")
        let trial = try ImportTrial(
            of: TestImporter(), reading: Array(bytes.prefix(bytes.count / 2)), named: "a.db")

        #expect(trial.isTruncated)
        #expect(trial.samples.count < 5000)
        #expect(trial.problems.contains { $0.reason.contains("steps_record_table") })
    }

    @Test(arguments: ["SQLite format 3\u{0}", "nothing"])
    func `a file without tables of Health Connect is refused with a hint`(text: String) throws {
        let problem = try #require(throws: ImportProblem.self) {
            try ImportTrial(of: TestImporter(), reading: text, named: "a.db")
        }

        #expect(problem.hint != nil)
    }

    @Test func `another database is refused`() throws {
        #expect(throws: ImportProblem.self) {
            try ImportTrial(
                of: TestImporter(),
                reading: try databaseBytes("CREATE TABLE repetitions (id INTEGER)"),
                named: "loop.db")
        }
    }
}
