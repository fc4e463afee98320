import Fitbit
import PluginKit
import Testing
import ZipWriter

@Suite struct FitbitTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try FitbitReader.read(file, into: &batches)
        }
    }

    private static func trial(
        _ files: [(name: String, text: String)], mapping: String? = nil
    ) throws -> ImportTrial {
        var archive = ZipWriter(.deflated)
        for (name, text) in files {
            archive.add("Takeout/Fitbit/Global Export Data/\(name)", Array(text.utf8))
        }
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "takeout.zip",
            zone: "Europe/Paris", mapping: mapping)
    }

    /// 2024-07-01 06:00:00 UTC, 08:00:00 in Paris.
    private static let instant: Int64 = 1_719_813_600_000
    private static let hour: Int64 = 3_600_000

    private static let steps = #"[{"dateTime": "07/01/24 06:00:00", "value": "25"}]"#

    @Test func `steps of a short archive are in UTC, and the report asks for the clock`() throws {
        let trial = try Self.trial([("steps-2024-07-01.json", Self.steps)])

        #expect(trial.samples.map(\.start) == [Self.instant])
        #expect(trial.samples.map(\.value) == [25])
        #expect(trial.problems.contains { $0.reason.contains("--mapping") })
        #expect(trial.mapping?.contains("clock = utc") == true)
    }

    @Test func `a mapping chooses the clock`() throws {
        let trial = try Self.trial(
            [("steps-2024-07-01.json", Self.steps)], mapping: "clock = local\n")

        #expect(trial.samples.map(\.start) == [Self.instant - 2 * Self.hour])
        #expect(trial.problems.isEmpty)
    }

    @Test(arguments: ["clock = moon\n", "weight = oz\n", "clock\n", "# nothing\n", ""])
    func `a mapping without a valid line is refused`(mapping: String) throws {
        #expect(throws: ImportProblem.self) {
            try Self.trial([("steps-2024-07-01.json", Self.steps)], mapping: mapping)
        }
    }

    /// Nights from 23:00 to 07:00 and steps at all minutes of 08:00 to 22:00, both on the wall clock;
    /// `shift` hours are added to the times of the steps.
    private static func archive(shift: Int) -> [(name: String, text: String)] {
        let nights = (1...9).map { day in
            #"{"dateOfSleep": "2024-07-0\#(day + 1)", "startTime": "2024-07-0\#(day)T23:00:00.000", "#
                + #""endTime": "2024-07-0\#(day < 9 ? day + 1 : 9)T\#(day < 9 ? "07:00" : "23:30"):00.000"}"#
        }
        let steps = (2...8).flatMap { day in
            (8..<22).flatMap { hour in
                (0..<60).map { minute in
                    let time =
                        "\(day < 10 ? "0" : "")\(day)/24 "
                        + "\(hour + shift < 10 ? "0" : "")\(hour + shift):"
                        + "\(minute < 10 ? "0" : "")\(minute):00"
                    return #"{"dateTime": "07/\#(time)", "value": "9"}"#
                }
            }
        }
        return [
            ("sleep-2024-07-01.json", "[\(nights.joined(separator: ","))]"),
            ("steps-2024-07-01.json", "[\(steps.joined(separator: ","))]"),
        ]
    }

    @Test(arguments: [(0, "clock = local"), (-2, "clock = utc")])
    func `nights without steps show the clock`(shift: Int, clock: String) throws {
        let trial = try Self.trial(Self.archive(shift: shift))

        #expect(trial.mapping?.contains(clock) == true)
        let first = trial.samples.filter { $0.metric == "stepCount" }.map(\.start).min()
        // 08:00 in Paris on the second day.
        #expect(first == Self.instant + 24 * Self.hour)
        #expect(trial.problems.isEmpty)
    }

    @Test func `stages without a time are counted`() throws {
        let trial = try Self.trial([
            (
                "sleep-2024-07-01.json",
                #"""
                [{"startTime": "2024-07-01T22:00:00.000", "endTime": "2024-07-01T23:00:00.000",
                "levels": {"data": [
                {"dateTime": "2024-07-01T22:00:00.000", "level": "deep", "seconds": 3600},
                {"dateTime": "soon", "level": "rem", "seconds": 60}],
                "shortData": [{"dateTime": "2024-07-01T22:10:00.000", "level": "wake"}]}}]
                """#
            )
        ])

        #expect(trial.samples.map(\.value) == [SleepStage.deep.value])
        #expect(trial.ignored["sleep stages without a valid time"] == 2)
    }

    @Test func `steps that fit no clock are reported with their shift`() throws {
        let trial = try Self.trial(Self.archive(shift: -7))

        #expect(trial.problems.contains { $0.reason.contains("7 hours later") })
    }

    @Test func `short awakenings are cut out of the stages`() throws {
        let trial = try Self.trial([
            (
                "sleep-2024-07-01.json",
                """
                [{"startTime": "2024-07-01T08:00:00.000", "endTime": "2024-07-01T09:00:00.000",
                  "levels": {"data": [
                    {"dateTime": "2024-07-01T08:00:00.000", "level": "deep", "seconds": 1800},
                    {"dateTime": "2024-07-01T08:30:00.000", "level": "light", "seconds": 1800}],
                   "shortData": [
                    {"dateTime": "2024-07-01T08:10:00.000", "level": "wake", "seconds": 60}]}}]
                """
            )
        ])

        let minutes = trial.samples.map { ($0.end - $0.start) / 60_000 }
        #expect(minutes == [10, 1, 19, 30])
        #expect(trial.samples.first?.start == Self.instant)
        #expect(
            trial.samples.map(\.value) == [SleepStage.deep, .awake, .deep, .core].map(\.value))
    }

    @Test(arguments: [(80.0, 80.0), (176.36981, 80.0), (12.598, 80.0)])
    func `the body mass index shows the unit of a weight`(weight: Double, kilograms: Double) throws
    {
        let trial = try Self.trial([
            (
                "weight-2024-07-01.json",
                #"[{"weight": \#(weight), "bmi": 25.0, "fat": 20.0, "date": "07/01/24", "#
                    + #""time": "08:00:00"}]"#
            )
        ])

        #expect(trial.samples.map(\.metric) == ["bodyMass", "bodyFatPercentage"])
        #expect(abs((trial.samples.first?.value ?? 0) - kilograms) < 0.01)
        #expect(trial.samples.first?.start == Self.instant)
    }

    /// The weight of a person of 1.38 m in pounds, which would be plausible in kilograms at 2.05 m.
    private static let doubtful = (
        "weight-2024-07-01.json",
        #"[{"weight": 104.96, "bmi": 25.0, "date": "07/01/24", "time": "08:00:00"}]"#
    )

    @Test func `a unit of weights that is not certain is reported`() throws {
        let trial = try Self.trial([Self.doubtful])

        #expect(trial.samples.map(\.value) == [104.96])
        #expect(trial.problems.contains { $0.reason.contains("lb would mean 1.38 m") })
        #expect(trial.mapping?.contains("weight = kg") == true)
    }

    @Test func `a mapping chooses the unit of weights`() throws {
        let trial = try Self.trial([Self.doubtful], mapping: "weight = lb\n")

        #expect(abs((trial.samples.first?.value ?? 0) - 47.61) < 0.01)
        #expect(trial.problems.isEmpty)
        #expect(trial.format?.contains("weights in lb (as chosen)") == true)
        #expect(trial.mapping?.contains("weight = lb") == true)
    }

    @Test func `heart rates without confidence are ignored and damaged ones quarantined`() throws {
        let trial = try Self.trial([
            (
                "heart_rate-2024-07-01.json",
                """
                [{"dateTime": "07/01/24 06:00:00", "value": {"bpm": 61, "confidence": 3}},
                 {"dateTime": "07/01/24 06:00:05", "value": {"bpm": 70, "confidence": 0}},
                 {"dateTime": "31/01/24 06:00:05", "value": {"bpm": 70, "confidence": 1}}, 7]
                """
            )
        ])

        #expect(trial.samples.map(\.value) == [61])
        #expect(trial.ignored == ["heartRate without confidence": 1])
        #expect(trial.quarantined.count == 2)
    }

    @Test func `climbed heights are floors of 10 feet on the clock of the steps`() throws {
        let trial = try Self.trial([
            (
                "altitude-2024-07-01.json",
                #"""
                [{"dateTime": "07/01/24 06:00:00", "value": "10"},
                 {"dateTime": "07/01/24 06:01:00", "value": "20"},
                 {"dateTime": "07/01/24 06:02:00", "value": "0"},
                 {"dateTime": "07/01/24 06:03:00", "value": "3.05"},
                 {"dateTime": "soon", "value": "10"}]
                """#
            )
        ])

        #expect(trial.samples.map(\.metric) == ["flightsClimbed", "flightsClimbed"])
        #expect(trial.samples.map(\.value) == [1, 2])
        #expect(trial.samples.map(\.start) == [Self.instant, Self.instant + 60_000])
        #expect(trial.samples.map { $0.end - $0.start } == [60_000, 60_000])
        #expect(
            trial.ignored == [
                "flightsClimbed of 0": 1, "heights that are not a number of floors": 1,
            ])
        #expect(trial.quarantined.count == 1)
    }

    @Test func `tables that repeat JSON files are counted and not read`() throws {
        let trial = try Self.trial([
            ("steps-2024-07-01.json", Self.steps),
            ("steps_2024-07-01.csv", "timestamp,steps,data source\n2024-07-01T06:00:00Z,25,A\n"),
            ("weight-2024-07-01.json", "[]"),
            ("weight.csv", "timestamp,weight grams,data source\n2024-07-01T06:00:00Z,80500,A\n"),
        ])

        #expect(trial.samples.map(\.metric) == ["stepCount"])
        #expect(!trial.isTruncated)
    }

    @Test func `tables of newer exports have instants, days and copies of other applications`()
        throws
    {
        let trial = try Self.trial([
            (
                "weight.csv",
                "timestamp,weight grams,data source\n2024-07-01T06:00:00Z,80500,Fitbit App\n"
                    + "2024-07-01T07:00:00Z,80600,Phone Health Connect\n"
            ),
            (
                "daily_resting_heart_rate.csv",
                "timestamp,beats per minute,data source\n2024-07-01T00:00:00Z,61.5,Fitbit App\n"
            ),
            (
                "Computed Temperature - 2024-07-01.csv",
                "type,sleep_start,sleep_end,temperature_samples,nightly_temperature\n"
                    + "IDT,2024-06-30T23:14:30,2024-07-01T08:00,404,34.07\n"
            ),
        ])

        #expect(trial.samples.map(\.metric) == ["bodyMass", "restingHeartRate", "skinTemperature"])
        #expect(trial.samples.map(\.value) == [80.5, 61.5, 34.07])
        // The day of a time is that of its text, in any zone.
        let day = Self.instant - 8 * Self.hour
        #expect(trial.samples.map(\.start) == [Self.instant, day, Self.instant])
        #expect(trial.samples.map { $0.end - $0.start } == [0, 24 * Self.hour, 0])
        #expect(trial.ignored == ["bodyMass of other applications": 1])
    }

    @Test func `minutes of moderate and high activity are the exercise minutes of a day`() throws {
        func file(_ values: [(day: String, minutes: String)]) -> String {
            let records = values.map {
                #"{"dateTime": "\#($0.day) 00:00:00", "value": "\#($0.minutes)"}"#
            }
            return "[\(records.joined(separator: ","))]"
        }
        let trial = try Self.trial([
            (
                "moderately_active_minutes-2024-07-01.json",
                file([("07/01/24", "32"), ("07/02/24", "5"), ("07/03/24", "0"), ("07/04/24", "9")])
            ),
            (
                "very_active_minutes-2024-07-01.json",
                file([("07/01/24", "11"), ("07/04/24", "20"), ("x", "3"), ("07/05/24", "9000")])
            ),
            (
                "Active Zone Minutes - 2024-07-01.csv",
                "date_time,heart_zone_id,total_minutes\n2024-07-04T08:00,CARDIO,2\n"
            ),
        ])

        let days = trial.samples.filter { $0.resolution == .day }
        #expect(days.map(\.value) == [43, 5])
        #expect(days.map { $0.end - $0.start } == [86_400_000, 86_400_000])
        #expect(trial.samples.count == 3)
        #expect(
            trial.ignored == [
                "active minutes of 0": 1, "active minutes in the total of their day": 2,
                "active minutes of a day with minutes in zones": 1,
            ])
        #expect(trial.quarantined.count == 2)
    }

    @Test func `each minute in an active zone counts once, on the wall clock`() throws {
        let trial = try Self.trial([
            (
                "Active Zone Minutes - 2024-07-01.csv",
                """
                date_time,heart_zone_id,total_minutes
                2024-07-01T08:00,FAT_BURN,1
                2024-07-01T08:01,CARDIO,2
                2024-07-01T08:02,PEAK,2
                2024-07-01T08:03,OUT_OF_RANGE,0
                soon,PEAK,2

                """
            )
        ])

        #expect(trial.samples.map(\.metric) == Array(repeating: "appleExerciseTime", count: 3))
        #expect(trial.samples.map(\.value) == [1, 1, 1])
        #expect(trial.samples.map { ($0.start - Self.instant) / 60_000 } == [0, 1, 2])
        #expect(trial.ignored == ["minutes outside of active zones": 1])
        #expect(
            trial.format?.hasSuffix("; not tried on a real file: minutes in active zones") == true)
        #expect(trial.quarantined.map(\.reason) == ["its date_time is not valid"])
    }

    @Test func `an exercise is a workout on the clock of the steps`() throws {
        let trial = try Self.trial([
            (
                "exercise-0.json",
                #"[{"activityName": "Bike", "startTime": "07/01/24 06:00:00", "duration": 60000, "#
                    + #""activeDuration": 50000, "distance": 1.5, "distanceUnit": "Kilometer"}]"#
            )
        ])

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Cycling" && workout.start == Self.instant)
        #expect(workout.seconds == 50)
        #expect(workout.statistics["distanceCycling"]?.sum == 1500)
    }

    @Test func `a cut file is reported`() throws {
        let trial = try Self.trial([("steps-2024-07-01.json", String(Self.steps.dropLast(2)))])

        #expect(trial.isTruncated)
    }

    @Test func `an archive without Fitbit files is refused with a hint`() throws {
        let problem = try #require(throws: ImportProblem.self) {
            try Self.trial([("readme.json", "[]")])
        }

        #expect(problem.hint?.contains("takeout.google.com") == true)
    }
}
