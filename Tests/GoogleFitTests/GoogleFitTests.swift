import GoogleFit
import PluginKit
import Testing
import ZipWriter

@Suite struct GoogleFitTests {
    private struct TestImporter: Importer {
        func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
            try GoogleFitReader.read(file, into: &batches)
        }
    }

    private static func trial(_ rows: String, header: String = header) throws -> ImportTrial {
        try ImportTrial(
            of: TestImporter(), reading: header + rows, named: "Daily activity metrics.csv",
            zone: "Europe/Paris")
    }

    private static let header =
        "Date,Move Minutes count,Calories (kcal),Distance (m),Step count,Average weight (kg)\n"
    /// 2024-06-30 22:00:00 UTC, the start of 2024-07-01 in Paris.
    private static let start: Int64 = 1_719_784_800_000

    @Test func `totals are of local days in the zone of the import`() throws {
        let trial = try Self.trial("2024-07-01,30,2000.5,5000.25,7000,80.5\n")

        #expect(trial.samples.map(\.metric) == ["stepCount", "distanceWalkingRunning", "bodyMass"])
        #expect(trial.samples.map(\.value) == [7000, 5000.25, 80.5])
        #expect(trial.samples.allSatisfy { $0.start == Self.start })
        #expect(trial.samples.allSatisfy { $0.end == Self.start + 86_400_000 })
    }

    @Test func `the table of days is recognised by its columns in every language`() throws {
        var archive = ZipWriter(.deflated)
        archive.add(
            "Takeout/Fit/Métricas de actividad diaria/Métricas de actividad diaria.csv",
            Self.header + "2024-07-01,30,2000.5,5000.25,7000,80.5\n")
        archive.add(
            "Takeout/Fit/Métricas de actividad diaria/2024-07-01.csv",
            "Start time,End time,Move Minutes count,Step count\n00:00,00:15,1,5\n")

        let trial = try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "takeout.zip", zone: "Europe/Paris")

        #expect(trial.samples.map(\.value) == [7000, 5000.25, 80.5])
    }

    @Test func `totals of 0 and empty fields store nothing`() throws {
        let trial = try Self.trial("2024-07-01,0,1500,0,0,\n")

        #expect(trial.samples.isEmpty && trial.quarantined.isEmpty)
        #expect(trial.ignored == ["stepCount of 0": 1, "distanceWalkingRunning of 0": 1])
    }

    @Test func `invalid dates and values are quarantined with their line`() throws {
        let trial = try Self.trial("yesterday,1,1,1,1,\n2024-07-01,1,1,x,-5,\n")

        #expect(trial.samples.isEmpty)
        #expect(trial.quarantined.map(\.location.line) == [2, 3, 3])
    }

    @Test func `a table with other columns is reported and its rows are ignored`() throws {
        let trial = try Self.trial("2024-07-01,7000\n", header: "Datum,Stappen\n")

        #expect(trial.ignored == ["Daily activity metrics.csv": 1])
        #expect(trial.problems.map(\.line) == [1])
    }

    // MARK: Streams and sessions

    private static func archive(_ files: [(name: String, text: String)]) throws -> ImportTrial {
        var archive = ZipWriter(.deflated)
        for (name, text) in files { archive.add("Takeout/Fit/\(name)", Array(text.utf8)) }
        return try ImportTrial(
            of: TestImporter(), reading: archive.bytes, named: "takeout.zip", zone: "Europe/Paris")
    }

    private static func stream(_ source: String, _ points: [String]) -> String {
        let lines = points.map { point in
            #"{"fitValue":[\#(point)],"originDataSourceId":"raw:x","endTimeNanos":"#
                + #"1719813660000000000,"startTimeNanos":1719813600000000000}"#
        }
        return """
            {
                "Data Source": "\(source)",
                "Data Points": [
            \(lines.joined(separator: ",\n"))
            ]}
            """
    }

    private static let steps = "derived:com.google.step_count.delta:com.google.android.gms:"

    @Test func `estimated steps replace merged ones, and those of devices are not read`() throws {
        let point = #"{"value":{"intVal":40}}"#
        let trial = try Self.archive([
            ("a/derived_a.json", Self.stream(Self.steps + "merge_step_deltas", [point])),
            ("a/derived_b.json", Self.stream(Self.steps + "estimated_steps", [point])),
            ("a/raw_c.json", Self.stream("raw:com.google.step_count.delta:a.b:c", [point])),
        ])

        #expect(trial.samples.map(\.value) == [40])
        #expect(trial.samples.map(\.start) == [1_719_813_600_000])
        #expect(trial.samples.map(\.end) == [1_719_813_660_000])
    }

    @Test func `a resting heart rate has an escaped source`() throws {
        let source =
            #"derived:com.google.heart_rate.bpm:com.google.android.gms:resting_heart_rate\u003c-merge"#
        let trial = try Self.archive([
            ("a/b.json", Self.stream(source, [#"{"value":{"fpVal":57}}"#, "{}"]))
        ])

        #expect(trial.samples.map(\.metric) == ["restingHeartRate"])
        #expect(trial.quarantined.map(\.type) == ["restingHeartRate"])
        #expect(trial.format?.hasSuffix("; not tried on a real file: restingHeartRate") == true)
    }

    @Test func `stages replace the night of a session`() throws {
        let night =
            #"{"fitnessActivity":"sleep","startTime":"2024-07-01T06:00:00.000Z","#
            + #""endTime":"2024-07-01T06:30:00.000Z"}"#
        let source = "derived:com.google.sleep.segment:com.google.android.gms:merged"
        let alone = try Self.archive([("Sessions/a.json", night)])
        let both = try Self.archive([
            ("Sessions/a.json", night),
            ("z.json", Self.stream(source, [#"{"value":{"intVal":5}}"#])),
        ])

        #expect(alone.samples.map(\.value) == [SleepStage.asleep.value])
        #expect(both.samples.map(\.value) == [SleepStage.deep.value])
        #expect(both.ignored == ["nights with stages": 1])
    }

    private static let walk =
        #"{"fitnessActivity":"walking","startTime":"2024-07-01T06:00:00.000Z","#
        + #""endTime":"2024-07-01T06:30:00.000Z","duration":"1500s","aggregate":["#
        + #"{"metricName":"com.google.step_count.delta","intValue":3000},"#
        + #"{"metricName":"com.google.distance.delta","floatValue":2100.5}]}"#

    @Test func `a session is a workout with its totals`() throws {
        let workout = try #require(try Self.archive([("S/a.json", Self.walk)]).workouts.first)

        #expect(workout.type == "Walking" && workout.seconds == 1500)
        #expect(workout.statistics["stepCount"]?.sum == 3000)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == 2100.5)
    }

    /// The name of a recorded file has milliseconds in newer exports.
    @Test(arguments: ["2024-07-01T08_00_00+02_00_PT30M", "2024-07-01T08_00_00.103+02_00_PT30M5.2S"])
    func `a recorded workout replaces its session`(name: String) throws {
        let trial = try Self.archive([
            ("S/a.json", Self.walk),
            (
                "Activities/\(name)_Walking.tcx",
                """
                <TrainingCenterDatabase><Activities><Activity Sport="Walking">
                <Id>2024-07-01T06:00:00Z</Id><Lap StartTime="2024-07-01T06:00:00Z">
                <TotalTimeSeconds>600</TotalTimeSeconds><Track>
                <Trackpoint><Time>2024-07-01T06:00:00Z</Time></Trackpoint>
                <Trackpoint><Time>2024-07-01T06:10:00Z</Time></Trackpoint>
                </Track></Lap></Activity><Activity Sport="Walking">
                <Id>2024-07-01T06:10:00Z</Id><Lap StartTime="2024-07-01T06:10:00Z">
                <TotalTimeSeconds>1200</TotalTimeSeconds><Track>
                <Trackpoint><Time>2024-07-01T06:10:00Z</Time></Trackpoint>
                <Trackpoint><Time>2024-07-01T06:30:00Z</Time></Trackpoint>
                </Track></Lap></Activity></Activities></TrainingCenterDatabase>
                """
            ),
        ])

        // The parts of a recorded file are one workout.
        #expect(trial.workouts.map(\.start) == [1_719_813_600_000])
        #expect(trial.workouts.map(\.end) == [1_719_815_400_000])
        #expect(trial.workouts.map(\.seconds) == [1800])
        #expect(trial.ignored == ["sessions with a recorded workout": 1])
    }
}
