import PluginKit
import SamsungHealth
import Testing
import ZipWriter

@Suite struct SamsungHealthTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try SamsungReader.read(file, into: &batches)
        }
    }

    /// An export with tables of data types, whose rows have an extra empty field, and JSON files.
    private static func trial(
        _ tables: [(type: String, text: String)], _ documents: [(path: String, text: String)] = []
    ) throws -> ImportTrial {
        var archive = ZipWriter(.deflated)
        for (type, text) in tables {
            let lines = text.split(separator: "\n")
            let rows = lines.dropFirst().map { "\($0),\r\n" }
            archive.add(
                "samsunghealth_a_20240701/\(type).20240701080000.csv",
                "\u{FEFF}\(type),6310001,3\r\n\(lines[0])\r\n" + rows.joined())
        }
        for (path, text) in documents {
            archive.add("samsunghealth_a_20240701/jsons/\(path)", text)
        }
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "samsung.zip",
            zone: "Europe/Paris")
    }

    /// 2024-07-01 06:00:00 UTC.
    private static let instant: Int64 = 1_719_813_600_000

    @Test func `steps are those of all devices, on local days`() throws {
        let trial = try Self.trial([
            (
                "com.samsung.shealth.step_daily_trend",
                "source_type,count,distance,day_time\n-2,9000,6500.5,2024-07-01 00:00:00.000\n"
                    + "0,5000,1,2024-07-01 00:00:00.000\n-1,4000,1,1719792000000"
            ),
            (
                "com.samsung.shealth.tracker.pedometer_day_summary",
                "step_count,day_time\n9001,2024-07-01 00:00:00.000"
            ),
        ])

        #expect(trial.samples.map(\.metric) == ["stepCount", "distanceWalkingRunning"])
        #expect(trial.samples.map(\.value) == [9000, 6500.5])
        #expect(trial.samples.map(\.start) == [1_719_784_800_000, 1_719_784_800_000])
        #expect(trial.samples.map { $0.end - $0.start } == [86_400_000, 86_400_000])
        #expect(trial.ignored == ["steps of single devices": 2])
        #expect(trial.format == "export of Samsung Health with 2 tables")
    }

    @Test func `columns are found with and without the prefix of their type`() throws {
        let trial = try Self.trial([
            (
                "com.samsung.health.weight",
                "com.samsung.health.weight.start_time,weight,body_fat,"
                    + "com.samsung.health.weight.time_offset\n"
                    + "2024-07-01 06:00:00.000,80.5,20,UTC+0200\n"
                    + "2024-07-01 06:00:00.000,0,-1,UTC+0200\n2024-13-01,1,1,"
            )
        ])

        #expect(trial.samples.map(\.metric) == ["bodyMass", "bodyFatPercentage"])
        #expect(trial.samples.map(\.value) == [80.5, 0.2])
        #expect(trial.samples.map(\.start) == [Self.instant, Self.instant])
        #expect(trial.ignored == ["bodyMass without a value": 1])
        #expect(trial.quarantined.map(\.reason) == ["its start_time is not valid"])
    }

    @Test func `heart rates are those of the minutes where the export has them`() throws {
        let trial = try Self.trial(
            [
                (
                    "com.samsung.shealth.tracker.heart_rate",
                    "com.samsung.health.heart_rate.start_time,"
                        + "com.samsung.health.heart_rate.heart_rate,"
                        + "com.samsung.health.heart_rate.binning_data\n"
                        + "2024-07-01 06:00:00.000,70,a.binning_data.json\n"
                        + "2024-07-01 06:00:00.000,90,\n"
                        + "2024-07-01 06:00:00.000,91,missing.json"
                )
            ],
            [
                (
                    "com.samsung.shealth.tracker.heart_rate/a/a.binning_data.json",
                    #"[{"start_time": 1719813600000, "end_time": 1719813660000, "heart_rate": 65},"#
                        + #"{"start_time": 1719813660000, "heart_rate": 0}, {"heart_rate": 1}]"#
                ),
                ("com.samsung.shealth.stress/b/b.json", "[]"),
            ])

        #expect(trial.samples.map(\.value) == [65, 90, 91])
        #expect(trial.samples.map { $0.end - $0.start } == [60_000, 0, 0])
        #expect(
            trial.ignored == ["heart rates with minutes": 1, "heartRate without a value": 1])
        #expect(trial.quarantined.count == 1)
    }

    @Test func `a night with stages is not read a second time`() throws {
        let trial = try Self.trial([
            (
                "com.samsung.shealth.sleep",
                "com.samsung.health.sleep.start_time,com.samsung.health.sleep.end_time,"
                    + "com.samsung.health.sleep.datauuid\n"
                    + "2024-07-01 06:00:00.000,2024-07-01 07:00:00.000,n1\n"
                    + "2024-07-02 06:00:00.000,2024-07-02 07:00:00.000,n2"
            ),
            (
                "com.samsung.health.sleep_stage",
                "start_time,end_time,stage,sleep_id\n"
                    + "2024-07-01 06:00:00.000,2024-07-01 06:30:00.000,40003,n1\n"
                    + "2024-07-01 06:30:00.000,2024-07-01 07:00:00.000,40009,n1"
            ),
            ("com.samsung.shealth.sleep_combined", "start_time\n2024-07-01 06:00:00.000"),
        ])

        #expect(trial.samples.map(\.value) == [4, 1])
        #expect(trial.ignored == ["nights with stages": 1])
        #expect(trial.quarantined.map(\.reason) == ["its stage \"40009\" is not known"])
    }

    @Test func `a workout has the heart rates and the route of its files`() throws {
        let trial = try Self.trial(
            [
                (
                    "com.samsung.shealth.exercise",
                    "com.samsung.health.exercise.start_time,com.samsung.health.exercise.end_time,"
                        + "com.samsung.health.exercise.exercise_type,"
                        + "com.samsung.health.exercise.duration,distance,mean_heart_rate,"
                        + "location_data,live_data\n"
                        + "2024-07-01 06:00:00.000,2024-07-01 06:30:00.000,1002,1700000,5000,140,"
                        + "l.json,v.json"
                )
            ],
            [
                (
                    "com.samsung.shealth.exercise/l/l.json",
                    #"[{"latitude": 48, "longitude": 2, "start_time": 1719813600000},"#
                        + #"{"latitude": 48.001, "longitude": 2, "start_time": 1719813660000}]"#
                ),
                (
                    "com.samsung.shealth.exercise/v/v.json",
                    #"[{"start_time": 1719813600000, "heart_rate": 120}, "#
                        + #"{"start_time": 1719813601000, "speed": 3}]"#
                ),
            ])

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Running")
        #expect(workout.seconds == 1700)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 5000)
        #expect(workout.routes.first?.points == 2)
        #expect(trial.samples.map(\.value) == [120])
        #expect(trial.format?.hasSuffix("; not tried on a real file: JSON files") == true)
    }

    @Test(arguments: [
        (1001, "Walking", false), (9002, "Yoga", false), (13004, "Cycling", false),
        (10007, "HighIntensityIntervalTraining", false),
        (10019, "FunctionalStrengthTraining", false), (15003, "Cycling", true),
        (15006, "Elliptical", true), (16008, "DownhillSkiing", false), (0, "Other", false),
        (3002, "Other", false),
    ])
    func `a predefined exercise has its type`(number: Int, type: String, isIndoor: Bool) throws {
        let trial = try Self.trial([
            (
                "com.samsung.shealth.exercise",
                "start_time,end_time,exercise_type\n"
                    + "2024-07-01 06:00:00.000,2024-07-01 06:30:00.000,\(number)"
            )
        ])

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == type)
        #expect((workout.metadata["HKIndoorWorkout"] == "1") == isIndoor)
    }

    @Test func `a table that is cut short is reported, and the others are read`() throws {
        var archive = ZipWriter()
        archive.add("com.samsung.health.height.1.csv", "")
        archive.add(
            "com.samsung.health.weight.1.csv",
            "com.samsung.health.weight,1,1\nstart_time,weight\n2024-07-01 06:00:00.000,80,\n")
        let trial = try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "samsung.zip")

        #expect(trial.samples.map(\.value) == [80])
    }
}
