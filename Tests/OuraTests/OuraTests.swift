import Oura
import PluginKit
import Testing
import ZipWriter

@Suite struct OuraTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try OuraReader.read(file, into: &batches)
        }
    }

    private static func trial(_ name: String, _ text: String) throws -> ImportTrial {
        try ImportTrial(of: TestImporter(), reading: text, named: name, zone: "Europe/Paris")
    }

    /// 2024-07-01 06:00:00 UTC.
    private static let instant: Int64 = 1_719_813_600_000

    private static let night =
        #"{"day": "2024-07-01", "bedtime_start": "2024-07-01T08:00:00+02:00", "#
        + #""bedtime_end": "2024-07-01T08:21:00+02:00", "type": "long_sleep", "#
        + #""sleep_phase_5_min": "44213", "average_breath": 15.1, "lowest_heart_rate": 48, "#
        + #""hrv": {"interval": 300.0, "items": [null, 40, 50.5], "#
        + #""timestamp": "2024-07-01T08:00:00.000+02:00"}}"#

    @Test(arguments: [
        #"{"data": [\#(night)], "next_token": null}"#, #"{"sleep": [\#(night)]}"#,
        #"{"sleep": {"data": [\#(night)]}}"#, "[\(night)]",
    ])
    func `a night has stages of five minutes and series with gaps`(text: String) throws {
        let trial = try Self.trial("oura.json", text)

        let stages = trial.samples.filter { $0.metric == "sleepAnalysis" }
        #expect(stages.map(\.value) == [2, 3, 4, 5])
        #expect(stages.map { ($0.start - Self.instant) / 60_000 } == [0, 10, 15, 20])
        #expect(stages.map { ($0.end - Self.instant) / 60_000 } == [10, 15, 20, 21])
        let variability = trial.samples.filter { $0.metric == "heartRateVariabilityRMSSD" }
        #expect(variability.map(\.value) == [40, 50.5])
        #expect(variability.map { ($0.start - Self.instant) / 60_000 } == [5, 10])
        let other = trial.samples.filter {
            ["respiratoryRate", "restingHeartRate"].contains($0.metric)
        }
        #expect(other.map(\.value) == [15.1, 48])
    }

    @Test func `averages are read without series, and a rest is not a night`() throws {
        let times =
            #""bedtime_start": "2024-07-01T08:00:00+02:00", "#
            + #""bedtime_end": "2024-07-01T08:10:00+02:00", "#
        let trial = try Self.trial(
            "oura.json",
            #"{"data": [{\#(times)"type": "sleep", "sleep_phase_5_min": "1209", "average_hrv": 45, "#
                + #""average_heart_rate": 51.5, "hrv": {"interval": 300, "items": [null], "#
                + #""timestamp": "2024-07-01T08:00:00+02:00"}}, "#
                + #"{\#(times)"type": "rest", "sleep_phase_5_min": "44", "average_hrv": 30}]}"#)

        #expect(
            trial.samples.map { "\($0.metric) \($0.value)" } == [
                "sleepAnalysis 4.0", "sleepAnalysis 3.0", "heartRate 51.5",
                "heartRateVariabilityRMSSD 45.0",
            ])
        #expect(trial.ignored == ["rest without sleep": 1, "sleep of an unknown stage": 2])
    }

    @Test func `the table of trends has the night and the totals of each day`() throws {
        let trial = try Self.trial(
            "oura_trends.csv",
            "date,Sleep Score,Awake Time,REM Sleep Time,Light Sleep Time,Deep Sleep Time,"
                + "Bedtime Start,Bedtime End,Average Resting Heart Rate,"
                + "Lowest Resting Heart Rate,Average HRV,Respiratory Rate,Steps,Activity Burn\n"
                + "2024-07-01,80,60,120,300,240,2024-07-01T08:00:00+02:00,"
                + "2024-07-01T08:12:00+02:00,52,48,40,15.1,7000,350\n"
                + "2024-07-02,,,,,,,,,,,,5000,\n2024-07-03,,,,,,,,,,,,,\n")

        #expect(
            trial.samples.map { "\($0.metric) \($0.value)" } == [
                "sleepAnalysis 4.0", "sleepAnalysis 3.0", "sleepAnalysis 5.0",
                "sleepAnalysis 2.0", "respiratoryRate 15.1", "heartRate 52.0",
                "heartRateVariabilityRMSSD 40.0", "restingHeartRate 48.0", "stepCount 7000.0",
                "activeEnergyBurned 350.0", "stepCount 5000.0",
            ])
        #expect(trial.ignored == ["days without values": 1])
        #expect(trial.quarantined.isEmpty)
    }

    @Test(arguments: [";", ","])
    func `tables have either delimiter and JSON in cells`(delimiter: String) throws {
        let cell = #""{""average"": 97.5}""#
        let trial = try Self.trial(
            "dailyspo2.csv",
            ["id", "day", "spo2_percentage"].joined(separator: delimiter) + "\n"
                + ["a", "2024-07-01", cell].joined(separator: delimiter) + "\n"
                + ["b", "2024-07-02", ""].joined(separator: delimiter) + "\n")

        #expect(trial.samples.map(\.metric) == ["oxygenSaturation"])
        #expect(trial.samples.map(\.value) == [0.975])
        #expect(trial.ignored == ["oxygenSaturation without a value": 1])
    }

    @Test func `heart rates of nights are read with the nights`() throws {
        var archive = ZipWriter(.deflated)
        archive.add(
            "App Data/sleepmodel.csv",
            "day;bedtime_start;bedtime_end;type;deep_sleep_duration;light_sleep_duration\n"
                + "2024-07-01;2024-07-01T08:00:00+02:00;2024-07-01T09:00:00+02:00;sleep;600;1200\n"
                + "2024-07-01;2024-07-01T08:00:00+02:00;2024-07-01T09:00:00+02:00;deleted;600;1\n")
        archive.add(
            "App Data/heartrate.csv",
            "bpm;source;timestamp\n60;awake;2024-07-01T06:00:00.000Z\n"
                + "50;sleep;2024-07-01T06:00:00Z\nx;awake;2024-07-01T06:00:00Z\n61;awake;now\n")
        archive.add("App Data/ringbattery.csv", "timestamp;level\n2024-07-01T06:00:00Z;5\n")
        archive.add("readme.txt", "x")
        let trial = try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "oura.zip", zone: "Europe/Paris")

        #expect(trial.samples.map(\.value) == [4, 3, 60])
        #expect(
            trial.ignored == [
                "deleted sleep": 1, "heart rates of nights": 1, "heartRate without a value": 1,
                "ringbattery.csv": 1,
            ])
        #expect(trial.quarantined.map(\.reason) == ["its timestamp is not valid"])
    }

    @Test func `days and workouts have canonical units`() throws {
        let trial = try Self.trial(
            "oura.json",
            #"{"daily_activity": [{"day": "2024-07-01", "steps": 9000, "active_calories": 400}], "#
                + #""workout": [{"activity": "running", "start_datetime": "2024-07-01T08:00:00+02:00", "#
                + #""end_datetime": "2024-07-01T08:30:00+02:00", "calories": 300, "distance": 5000.5}], "#
                + #""tag": [{"x": 1}]}"#)

        #expect(trial.samples.map(\.metric) == ["stepCount", "activeEnergyBurned"])
        #expect(trial.samples.map(\.start) == [1_719_784_800_000, 1_719_784_800_000])
        #expect(trial.workouts.first?.type == "Running")
        #expect(
            trial.workouts.first?.statistics["distanceWalkingRunning"]?.sum == 5000.5)
        #expect(trial.ignored == ["tag": 1])
    }

    @Test func `a document that is cut short keeps what was before`() throws {
        let trial = try Self.trial(
            "oura.json", #"{"data": [{"bpm": 60, "timestamp": "2024-07-01T06:00:00Z"}, {"bp"#)

        #expect(trial.samples.map(\.value) == [60])
        #expect(trial.isTruncated)
    }

    @Test func `a file without records of Oura is a problem`() throws {
        #expect(throws: ImportProblem.self) { try Self.trial("a.json", "[]") }
    }
}
