import PluginKit
import Testing

/// Workouts with their heart rates and routes.
@Suite struct HealthAutoExportWorkoutTests {
    @Test(arguments: [
        #""route": [{"lat": 50, "lon": 8, "timestamp": "2021-12-24 08:02:45 +0800"}], "#
            + #""heartRateData": [{"units": "bpm", "qty": 108, "date": "2021-12-24 08:02:47 +0800"}]"#,
        #""id": "A", "duration": 1100, "#
            + #""route": [{"latitude": 50, "longitude": 8, "timestamp": "2021-12-24 08:02:45 +0800"}], "#
            + #""heartRateData": [{"units": "bpm", "Min": 108, "Avg": 108, "Max": 108, "#
            + #""date": "2021-12-24 08:02:47 +0800"}]"#,
    ])
    func `workouts of both versions are read`(members: String) throws {
        let trial = try ImportTrial(
            #"{"data": {"workouts": [{"name": "Outdoor Walk", "#
                + #""activeEnergy": {"qty": 418.4, "units": "kJ"}, "#
                + #""start": "2021-12-24 08:02:43 +0800", "end": "2021-12-24 08:21:53 +0800", "#
                + members + "}]}}")

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Walking")
        #expect(workout.end - workout.start == 1_150_000)
        #expect(workout.statistics["activeEnergyBurned"]?.sum == 100)
        #expect(workout.statistics["heartRate"]?.average == 108)
        #expect(workout.routes.map(\.points) == [1])
        #expect(trial.samples.map(\.value) == [108])
    }

    @Test(arguments: [
        (#""Min": 140, "Avg": 150, "Max": 160"#, SeriesDescription.Resolution.minute, 60.0),
        (#""Min": 150, "Avg": 150, "Max": 150"#, .minute, 60), (#""qty": 150"#, .raw, 0),
    ])
    func `heart rates of a workout with an average are totals of minutes`(
        members: String, resolution: SeriesDescription.Resolution, seconds: Double
    ) throws {
        let trial = try ImportTrial(
            #"{"data": {"workouts": [{"name": "Outdoor Run", "#
                + #""start": "2021-12-24 08:00:00 +0800", "end": "2021-12-24 08:30:00 +0800", "#
                + #""heartRateData": [{"date": "2021-12-24 08:02:00 +0800", \#(members)}]}]}}"#)

        #expect(trial.samples.map(\.resolution) == [resolution])
        #expect(
            trial.samples.map(\.details)
                == [members.contains("160") ? [.minimum(140), .maximum(160)] : []])
        #expect(trial.spans == [[0, seconds, 150]])
    }

    private static let times =
        #""start": "2021-12-24 08:00:00 +0800", "end": "2021-12-24 08:30:00 +0800""#

    /// A file with one workout.
    private static func file(_ members: String) -> String {
        #"{"data": {"workouts": [{"name": "Hike", \#(members)}]}}"#
    }

    @Test(arguments: [
        #""elevationUp": {"qty": 50, "units": "ft"}, "elevationDown": {"qty": 0, "units": "ft"}"#,
        #""elevation": {"ascent": 50, "descent": 0, "units": "ft"}"#,
    ])
    func `the climbed height and the place of a workout are kept`(members: String) throws {
        let trial = try ImportTrial(
            Self.file(#"\#(Self.times), "location": "Indoor", \#(members)"#))

        let metadata = try #require(trial.workouts.first?.metadata)
        #expect(metadata["HKElevationAscended"] == "1524.0 cm")
        #expect(metadata["HKElevationDescended"] == nil)
        #expect(metadata["HKIndoorWorkout"] == "1")
    }

    @Test func `heart rates that a workout states count without the list of its heart rates`()
        throws
    {
        let summary =
            #"\#(Self.times), "avgHeartRate": {"qty": 120, "units": "bpm"}, "#
            + #""maxHeartRate": {"qty": 150, "units": "bpm"}"#
        let list = #""heartRateData": [{"date": "2021-12-24 08:02:00 +0800", "qty": 100}]"#

        let alone = try ImportTrial(Self.file(summary))
        let both = try ImportTrial(Self.file("\(summary), \(list)"))

        #expect(alone.workouts.first?.statistics["heartRate"]?.average == 120)
        #expect(alone.workouts.first?.statistics["heartRate"]?.max == 150)
        #expect(alone.samples.isEmpty)
        #expect(both.workouts.first?.statistics["heartRate"]?.max == 100)
    }

    @Test func `a route of more than 1 MiB is read`() throws {
        let note = String(repeating: "x", count: 100 << 10)
        let position = #"{"latitude": 50, "longitude": 8, "note": "\#(note)"}"#
        let route = Array(repeating: position, count: 17).joined(separator: ",")

        let trial = try ImportTrial(Self.file(#"\#(Self.times), "route": [\#(route)]"#))

        #expect(trial.workouts.first?.routes.map(\.points) == [17])
        #expect(trial.quarantined.isEmpty && !trial.isTruncated)
    }

    @Test func `only a heart rate of more than 1 MiB is quarantined`() throws {
        let note = String(repeating: "x", count: 1 << 20)
        let trial = try ImportTrial(
            Self.file(
                #"\#(Self.times), "heartRateData": ["#
                    + #"{"date": "2021-12-24 08:02:00 +0800", "qty": 100}, {"note": "\#(note)"}, "#
                    + #"{"date": "2021-12-24 08:03:00 +0800", "qty": 102}]"#))

        #expect(trial.samples.map(\.value) == [100, 102])
        #expect(trial.workouts.first?.statistics["heartRate"]?.average == 101)
        #expect(trial.quarantined.map(\.type) == ["heartRate"])
        #expect(trial.quarantined.map(\.reason) == ["it is longer than 1 MiB"])
    }

    @Test func `members behind the lists of a workout count`() throws {
        let trial = try ImportTrial(
            Self.file(
                #""heartRateData": [{"date": "2021-12-24 08:02:00 +0800", "qty": 100}], "#
                    + #""stepCount": [{"date": "2021-12-24 08:02:00 +0800", "qty": 7}, "#
                    + #"{"date": "2021-12-24 08:03:00 +0800", "qty": 5.5}, 3], "#
                    + #""source": "Watch", \#(Self.times), "distance": {"units": "km", "qty": 2}"#))

        #expect(trial.samples.map(\.source) == ["Watch"])
        #expect(trial.workouts.map(\.source) == ["Watch"])
        #expect(trial.workouts.first?.statistics["distanceWalkingRunning"]?.sum == 2000)
        #expect(trial.workouts.first?.statistics["stepCount"]?.sum == 12.5)
    }

    @Test(arguments: [#""end": "2021-12-24 08:30:00 +0800""#, #""start": 5, "end": 6"#])
    func `a workout without its times is quarantined with its heart rates`(times: String) throws {
        let trial = try ImportTrial(
            Self.file(
                #""heartRateData": [{"date": "2021-12-24 08:02:00 +0800", "qty": 100}, 5], "#
                    + times))

        #expect(trial.samples.isEmpty && trial.workouts.isEmpty)
        #expect(trial.quarantined.map(\.type) == ["Workout"])
        #expect(trial.quarantined.map(\.location.offset) == [23])
    }

    @Test func `damaged heart rates and positions do not lose the others`() throws {
        let trial = try ImportTrial(
            Self.file(
                #"\#(Self.times), "heartRateData": [{"qty": 90}, 5, "#
                    + #"{"date": "2021-12-24 08:02:00 +0800", "qty": 100}], "#
                    + #""route": [{"lat": 91, "lon": 8}, null, {"lat": 50, "lon": 8}]"#))

        #expect(trial.samples.map(\.value) == [100])
        #expect(trial.quarantined.map(\.type) == ["heartRate", "heartRate"])
        #expect(trial.workouts.first?.routes.map(\.points) == [1])
    }

    @Test(arguments: ["5", "null", #""x""#, "[1]"])
    func `a workout that is not an object is quarantined`(value: String) throws {
        let trial = try ImportTrial(#"{"data": {"workouts": [\#(value), {}]}}"#)

        #expect(trial.quarantined.map(\.type) == ["Workout", "Workout"])
        #expect(trial.quarantined.first?.reason == "it is not a JSON object")
    }

    @Test func `each shorter file has the whole workouts before its end`() throws {
        let workout = Self.file(
            #"\#(Self.times), "route": [{"lat": 50, "lon": 8}], "#
                + #""heartRateData": [{"date": "2021-12-24 08:02:00 +0800", "qty": 100}]"#)
        let bytes = Array(workout.replacing("]}}", with: ", {}]}}").utf8)
        for count in 90..<bytes.count {
            let trial = try? ImportTrial(
                of: TestImporter(), reading: Array(bytes[..<count]), named: "export.json")

            if let trial {
                #expect(trial.isTruncated, "\(count) bytes")
                #expect(trial.samples.count == trial.workouts.count, "\(count) bytes")
            }
        }
    }
}
