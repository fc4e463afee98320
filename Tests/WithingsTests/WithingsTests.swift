import PluginKit
import Testing
import Withings
import ZipWriter

@Suite struct WithingsTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try WithingsReader.read(file, into: &batches)
        }
    }

    private static func trial(
        _ name: String, _ text: String, zone: String? = "Europe/Paris"
    ) throws -> ImportTrial {
        try ImportTrial(of: TestImporter(), reading: text, named: name, zone: zone)
    }

    private static let weights = #"Date,"Weight (kg)","Fat mass (kg)",Comments"# + "\n"
    /// 2024-07-01 06:00:00 UTC.
    private static let instant: Int64 = 1_719_813_600_000

    @Test func `weights are local times in the zone of the import`() throws {
        let trial = try Self.trial("weight.csv", Self.weights + "2024-07-01 08:00:00,80.5,16.1,\n")

        #expect(trial.samples.map(\.metric) == ["bodyMass", "bodyFatMass", "bodyFatPercentage"])
        #expect(trial.samples.map(\.start) == [Self.instant, Self.instant, Self.instant])
        #expect(trial.samples.map(\.value) == [80.5, 16.1, 16.1 / 80.5])
    }

    @Test(arguments: [("lb", 45.359237), ("st", 635.029318), ("kg", 100)])
    func `masses are converted from the unit of the header`(unit: String, mass: Double) throws {
        let trial = try Self.trial(
            "weight.csv", "Date,\"Weight (\(unit))\"\n2024-07-01 08:00:00,100\n")

        let value = try #require(trial.samples.first?.value)
        #expect(abs(value - mass) < 1e-9)
    }

    @Test func `an unknown unit and an invalid date are quarantined`() throws {
        let unit = try Self.trial("weight.csv", "Date,\"Weight (xy)\"\n2024-07-01 08:00:00,100\n")
        let date = try Self.trial("weight.csv", Self.weights + "yesterday,80,,\n")

        #expect(unit.quarantined.map(\.reason) == ["its value or its unit \"xy\" is not known"])
        #expect(date.quarantined.map(\.location.line) == [2])
        #expect(unit.samples.isEmpty && date.samples.isEmpty)
    }

    @Test func `a pulse without pressures is a heart rate`() throws {
        let trial = try Self.trial(
            "bp.csv",
            "Date,\"Heart rate\",Systolic,Diastolic,Comments\n2024-07-01 08:00:00,61,,,\n"
                + "2024-07-01 08:00:00,62,120,80,\n")

        #expect(trial.correlations.map(\.type) == ["BloodPressure"])
        #expect(trial.samples.map(\.metric).filter { $0 == "heartRate" }.count == 2)
        #expect(trial.samples.map(\.value).sorted() == [61, 62, 80, 120])
    }

    @Test(arguments: [
        ("bp.csv", "Date,\"Heart rate\",Systolic,Diastolic,Comments\n2024-07-01 08:00:00,,,,x\n"),
        ("weight.csv", "Date,\"Weight (kg)\",Comments\n2024-07-01 08:00:00,,x\n"),
        ("raw_tracker_steps.csv", "start,duration,value\n2024-07-01T08:00:00+02:00,[],[]\n"),
    ])
    func `a row without a value is counted`(name: String, text: String) throws {
        let trial = try Self.trial(name, text)

        #expect(trial.samples.isEmpty && trial.quarantined.isEmpty)
        #expect(trial.ignored.values.reduce(0, +) == 1, "\(trial.ignored)")
    }

    @Test func `lists of durations and values follow one another`() throws {
        let trial = try Self.trial(
            "raw_tracker_steps.csv",
            "start,duration,value\n2024-07-01T08:00:00+02:00,\"[60,30]\",\"[10,20]\"\n"
                + "2024-07-01T08:05:00+02:00,[60],[0]\n2024-07-01T08:06:00+02:00,[60],\"[1,2]\"\n")

        #expect(trial.samples.map(\.start) == [Self.instant, Self.instant + 60_000])
        #expect(trial.samples.map(\.end) == [Self.instant + 60_000, Self.instant + 90_000])
        #expect(trial.samples.map(\.value) == [10, 20])
        #expect(trial.ignored == ["stepCount of 0": 1])
        #expect(trial.quarantined.count == 1)
    }

    @Test func `totals of a night are stages in its order`() throws {
        let trial = try Self.trial(
            "sleep.csv",
            "from,to,\"light (s)\",\"deep (s)\",\"awake (s)\"\n"
                + "2024-07-01T08:00:00+02:00,2024-07-01T10:00:00+02:00,3600,1800,600\n")

        #expect(trial.samples.map(\.value) == [4, 3, 2])
        #expect(trial.samples.map { $0.end - $0.start } == [1_800_000, 3_600_000, 600_000])
    }

    @Test func `activities are workouts with the measures of their data`() throws {
        let trial = try Self.trial(
            "activities.csv",
            "from,to,Timezone,\"Activity type\",Data\n2024-07-01T08:00:00+02:00,"
                + "2024-07-01T09:00:00+02:00,Europe/Paris,Indoor Running,"
                + #""{""calories"":300,""distance"":5000,""hr_average"":140,""pause_duration"":60}""#
                + "\n")

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Running")
        #expect(workout.seconds == 3540)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 5000)
        #expect(workout.statistics["heartRate"]?.average == 140)
    }

    @Test func `a table with other columns is reported and its rows are ignored`() throws {
        let trial = try Self.trial("weight.csv", "Datum,Gewicht\n2024-07-01,80\n")

        #expect(trial.ignored == ["weight.csv": 1])
        #expect(trial.problems.map(\.line) == [1])
    }

    @Test func `tables in the language of the account are read by the order of their columns`()
        throws
    {
        let weights = try Self.trial(
            "weight.csv",
            "Datum,\"Gewicht (kg)\",\"Fettmasse (kg)\",Kommentare\n2024-07-01 08:00:00,80.5,16.1,\n"
        )
        let night = try Self.trial(
            "sleep.csv",
            "von,bis,\"leicht (s)\",\"tief (s)\",\"rem (s)\",\"wach (s)\",Aufwachen\n"
                + "2024-07-01T08:00:00+02:00,2024-07-01T10:00:00+02:00,3600,1800,600,60,1\n")
        let pressure = try Self.trial(
            "bp.csv",
            "Date,Herzfrequenz,Systole,Diastole,Kommentare\n2024-07-01 08:00:00,62,120,80,\n")
        let run = try Self.trial(
            "activities.csv",
            "von,bis,Timezone,\"Activity type\",Data\n2024-07-01T08:00:00+02:00,"
                + "2024-07-01T09:00:00+02:00,Europe/Paris,Running,\n")

        #expect(weights.samples.map(\.metric) == ["bodyMass", "bodyFatMass", "bodyFatPercentage"])
        #expect(night.samples.map(\.value) == [4, 3, 5, 2])
        #expect(pressure.samples.map(\.value).sorted() == [62, 80, 120])
        #expect(run.workouts.map(\.type) == ["Running"])
    }

    @Test func `a table in another language whose stages are not known is reported`() throws {
        let trial = try Self.trial(
            "sleep.csv", "von,bis,\"leicht (s)\",\"tief (s)\",\"wach (s)\",Aufwachen\nx,y,1,2,3,4\n"
        )

        #expect(trial.ignored == ["sleep.csv": 1])
    }

    @Test(arguments: [("5' 10''", 1.778), ("6'", 1.8288), ("70", 1.778)])
    func `a height in feet and inches is converted`(text: String, meters: Double) throws {
        let trial = try Self.trial(
            "height.csv", "Date,\"Height (in)\",Comments\n2024-07-01 08:00:00,\"\(text)\",\n")

        #expect(abs((trial.samples.first?.value ?? 0) - meters) < 1e-9)
    }

    @Test func `a total is stored for the days without measurements`() throws {
        var archive = ZipWriter()
        archive.add("aggregates_steps.csv", "date,value\n2024-06-30,500\n2024-07-01,900\n")
        archive.add(
            "raw_tracker_steps.csv", "start,duration,value\n2024-07-01T08:00:00+02:00,[60],[10]\n")

        let trial = try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "a.zip", zone: "Europe/Paris")

        #expect(trial.samples.map(\.value) == [10, 500])
        #expect(trial.ignored == ["days of steps with measurements": 1])
    }

    @Test func `a file without a table of Withings is a problem`() throws {
        #expect(throws: ImportProblem.self) { try Self.trial("other.txt", "x") }
    }
}
