import FITWriter
import GarminExport
import PluginKit
import Testing
import ZipWriter

@Suite struct GarminExportTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try GarminReader.read(file, into: &batches)
        }
    }

    private static func trial(
        _ files: [(name: String, bytes: [UInt8])]
    ) throws -> ImportTrial {
        var archive = ZipWriter(.deflated)
        for (name, bytes) in files { archive.add("DI_CONNECT/\(name)", bytes) }
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "garmin.zip", zone: "Europe/Paris")
    }

    private static func trial(_ name: String, _ text: String) throws -> ImportTrial {
        try trial([(name, Array(text.utf8))])
    }

    /// A run of a minute from 2021-09-08 01:46:40 UTC.
    private static let run: [UInt8] = {
        var writer = FITWriter()
        writer.define(0, message: 0, [.init(0, 0x00), .init(1, 0x84)])
        writer.add(0, [4, 1])
        writer.define(1, message: 20, [.init(253, 0x86), .init(3, 0x02)])
        writer.add(1, [1_000_000_000, 120])
        writer.define(2, message: 18, [.init(2, 0x86), .init(7, 0x86), .init(5, 0x00)])
        writer.add(2, [1_000_000_000, 60_000, 1])
        return writer.file
    }()
    /// The start of the run in milliseconds since 1970, UTC.
    private static let start: Int64 = 1_631_065_600_000

    private static func activities(_ starts: [Int64]) -> [UInt8] {
        let list = starts.map {
            #"{"activityId": 1, "activityType": "trail_running", "startTimeGmt": \#($0), "#
                + #""duration": 60000.0, "elapsedDuration": 70000.0, "distance": 20000.0, "#
                + #""elevationGain": 500.0, "avgHr": 140.0, "name": "Run"}"#
        }
        return Array("[{\"summarizedActivitiesExport\": [\(list.joined(separator: ","))]}]".utf8)
    }

    @Test(arguments: ZipWriter.Form.allCases)
    func `a recorded activity precedes its summary`(form: ZipWriter.Form) throws {
        var uploads = ZipWriter(form)
        uploads.add("folder/", "")
        uploads.add("a_1.fit", Self.run)
        uploads.add("readme.txt", "x")
        let trial = try Self.trial([
            ("a_summarizedActivities.json", Self.activities([Self.start, Self.start + 600_000])),
            ("UploadedFiles_0-_Part1.zip", uploads.bytes),
        ])

        #expect(trial.workouts.map(\.start) == [Self.start, Self.start + 600_000])
        #expect(trial.workouts.map(\.source) == ["Garmin", "Garmin Connect"])
        #expect(trial.ignored == ["activities with a recorded file": 1])
        #expect(!trial.isTruncated)
    }

    @Test func `lengths of summaries are centimetres, and times milliseconds`() throws {
        let trial = try Self.trial([
            ("a_summarizedActivities.json", Self.activities([Self.start]))
        ])

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Running")
        #expect(workout.end - workout.start == 70_000)
        #expect(workout.seconds == 60)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 200)
        #expect(workout.metadata["HKElevationAscended"] == "500.0 cm")
    }

    @Test func `days are local, and values of 0 are missing`() throws {
        let trial = try Self.trial(
            "UDSFile_2024-07-01_2024-07-02.json",
            #"[{"calendarDate": "2024-07-01", "totalSteps": 9000, "restingHeartRate": 55, "#
                + #""activeKilocalories": 0.0}, {"calendarDate": "2024-07-02"}, {"totalSteps": 1}]"#
        )

        #expect(trial.samples.map(\.metric) == ["stepCount", "restingHeartRate"])
        #expect(trial.samples.map(\.start) == [1_719_784_800_000, 1_719_784_800_000])
        #expect(trial.ignored == ["days without values": 1])
        #expect(trial.quarantined.map(\.reason) == ["its calendarDate is not a date"])
    }

    @Test func `floors are counted by their height`() throws {
        let trial = try Self.trial(
            "UDSFile_2024-07-01_2024-07-02.json",
            #"[{"calendarDate": "2024-07-01", "floorsAscendedInMeters": 30.48}]"#)

        #expect(trial.samples.map(\.metric) == ["flightsClimbed"])
        #expect(trial.samples.map { ($0.value * 1e6).rounded() } == [10e6])
    }

    @Test func `each minute of intensity counts once, and extremes of a day are counted`() throws {
        let trial = try Self.trial(
            "UDSFile_2024-07-01_2024-07-02.json",
            #"[{"calendarDate": "2024-07-01", "moderateIntensityMinutes": 35, "#
                + #""vigorousIntensityMinutes": 18, "minHeartRate": 45, "maxHeartRate": 171}, "#
                + #"{"calendarDate": "2024-07-02", "moderateIntensityMinutes": -1, "#
                + #""vigorousIntensityMinutes": 5}, "#
                + #"{"calendarDate": "2024-07-03", "moderateIntensityMinutes": 0}]"#)

        #expect(trial.samples.map(\.metric) == ["appleExerciseTime", "appleExerciseTime"])
        #expect(trial.samples.map(\.value) == [53, 5])
        #expect(
            trial.ignored == [
                "least and greatest heart rates of days": 2, "days without values": 1,
            ])
    }

    @Test func `the saturation of a night counts without one in the health status`() throws {
        func night(_ day: String, _ saturation: String) -> String {
            #"{"calendarDate": "\#(day)", "sleepStartTimestampGMT": "\#(day)T00:00:00.0", "#
                + #""sleepEndTimestampGMT": "\#(day)T05:00:00.0", "deepSleepSeconds": 3600, "#
                + #""spo2SleepSummary": {"averageSPO2": \#(saturation), "lowestSPO2": 83}}"#
        }
        let nights = [
            night("2024-07-01", "95.5"), night("2024-07-02", "94"), night("2024-07-03", "0"),
        ]
        let trial = try Self.trial([
            ("2024_1_sleepData.json", Array("[\(nights.joined(separator: ","))]".utf8)),
            (
                "a_healthStatusData.json",
                Array(
                    #"[{"calendarDate": "2024-07-02", "metrics": [{"type": "SPO2", "value": 97}]}]"#
                        .utf8)
            ),
        ])

        let saturations = trial.samples.filter { $0.metric == "oxygenSaturation" }
        #expect(saturations.map(\.value) == [0.97, 0.955])
        // The local days 2 and 1 of July.
        #expect(saturations.map(\.start) == [1_719_871_200_000, 1_719_784_800_000])
        #expect(trial.ignored == ["saturations of nights with a health status": 1])
    }

    @Test func `ages of fitness have the VO2max of exports without its own file`() throws {
        let age = Array(
            #"[{"asOfDateGmt": "2024-07-01T00:00:00.0", "biometricVo2Max": 48.5}]"#.utf8)
        let own = Array(#"[{"calendarDate": "2024-07-01", "vo2MaxValue": 49.0}]"#.utf8)

        let alone = try Self.trial([("1_fitnessAgeData.json", age)])
        let both = try Self.trial([
            ("1_fitnessAgeData.json", age), ("MetricsMaxMetData_1.json", own),
        ])

        #expect(alone.samples.map(\.value) == [48.5])
        #expect(both.samples.map(\.value) == [49])
    }

    @Test func `a night has the totals of its stages in its order`() throws {
        let trial = try Self.trial(
            "2024_1_sleepData.json",
            #"[{"calendarDate": "2024-07-01", "sleepStartTimestampGMT": "2024-06-30T22:00:00.0", "#
                + #""sleepEndTimestampGMT": "2024-07-01T05:00:00.0", "deepSleepSeconds": 3600, "#
                + #""lightSleepSeconds": 7200, "remSleepSeconds": 1800, "awakeSleepSeconds": 60}]"#)

        #expect(trial.samples.map(\.value) == [4, 3, 5, 2])
        #expect(trial.samples.map(\.start).first == 1_719_784_800_000)
        #expect(
            trial.samples.map { $0.end - $0.start } == [3_600_000, 7_200_000, 1_800_000, 60_000])
    }

    @Test func `the variability is in the health status, and unknown values are counted`() throws {
        let trial = try Self.trial(
            "a_healthStatusData.json",
            #"[{"calendarDate": "2024-07-01", "metrics": [{"type": "HRV", "value": 62.0}, "#
                + #"{"type": "SPO2", "value": 97}, {"type": "HR", "value": 50}, "#
                + #"{"type": "RESPIRATION", "value": 0.0, "status": "UNKNOWN"}]}]"#)

        #expect(trial.samples.map(\.metric) == ["heartRateVariabilityRMSSD", "oxygenSaturation"])
        #expect(trial.samples.map(\.value) == [62, 0.97])
        #expect(trial.ignored == ["HR": 1, "RESPIRATION without a value": 1])
    }

    @Test func `weights are grams`() throws {
        let trial = try Self.trial(
            "1_userBioMetrics.json",
            #"[{"weight": {"weight": 80500.0, "timestampGMT": "2024-07-01T06:00:00.0"}}, "#
                + #"{"height": {"height": 180}}]"#)

        #expect(trial.samples.map(\.value) == [80.5])
        #expect(trial.ignored == ["biometrics without a weight": 1])
    }

    @Test func `an archive of recordings that is cut short keeps what was before`() throws {
        var uploads = ZipWriter(.streamed)
        uploads.add("a_1.fit", Self.run)
        uploads.add("a_2.fit", Self.run)
        let trial = try Self.trial([
            ("UDSFile_a.json", Array("[]".utf8)),
            ("UploadedFiles_1.zip", Array(uploads.bytes.prefix(Self.run.count + 100))),
        ])

        #expect(trial.workouts.map(\.start) == [Self.start])
        #expect(trial.isTruncated)
    }

    @Test func `a JSON file that is cut short keeps what was before`() throws {
        let trial = try Self.trial(
            "UDSFile_a.json", #"[{"calendarDate": "2024-07-01", "totalSteps": 9}, {"calen"#)

        #expect(trial.samples.map(\.value) == [9])
        #expect(trial.isTruncated)
    }

    @Test func `an archive without files of an export is a problem`() throws {
        #expect(throws: ImportProblem.self) { try Self.trial("a.txt", "x") }
    }
}
