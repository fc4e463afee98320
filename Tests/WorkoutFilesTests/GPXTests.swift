import PluginKit
import Testing

@Suite struct GPXTests {
    /// Three points on a meridian, 0.001 degrees apart: 111.195 m each.
    private static let run = """
        <?xml version="1.0" encoding="UTF-8"?>
        <gpx version="1.1" creator="Test &amp; Watch" xmlns:gpxtpx="x">
         <!-- <trk> in a comment -->
         <trk><name>Morning</name><type>trail_running</type><trkseg>
          <trkpt lat="50.000" lon="8"><time>2024-05-01T06:00:00Z</time>
           <extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr>
           </gpxtpx:TrackPointExtension></extensions></trkpt>
          <trkpt lat="50.001" lon="8"><time>2024-05-01T08:00:30.500+02:00</time></trkpt>
          <trkpt lat='50.002' lon='8'><time>2024-05-01T06:01:00Z</time>
           <extensions><gpxtpx:hr>130</gpxtpx:hr></extensions></trkpt>
         </trkseg></trk>
        </gpx>
        """
    private static let start: Int64 = 1_714_543_200_000

    @Test(arguments: [
        (#"version="1.1" creator="Watch""#, "GPX 1.1 written by Watch"),
        (#"version="" creator="""#, "GPX"), ("", "GPX"),
        (#"creator="Watch""#, "GPX written by Watch"),
    ])
    func `the format has the version and the program that are stated`(
        attributes: String, format: String
    ) throws {
        let text = Self.run.replacing(
            #"version="1.1" creator="Test &amp; Watch""#, with: attributes)

        #expect(try ImportTrial(text, named: "run.gpx").format == format)
    }

    @Test func `a track is a workout with its route, distance and heart rates`() throws {
        let trial = try ImportTrial(Self.run, named: "run.gpx")

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "Running")
        #expect(workout.source == "Test & Watch")
        #expect(workout.start == Self.start)
        #expect(workout.end == Self.start + 60_000)
        #expect(workout.metadata["name"] == "Morning")
        #expect(workout.routes.map(\.points) == [3])
        let meters = try #require(workout.routes.first?.distanceMeters)
        #expect(abs(meters - 222.39) < 0.01)
        #expect(workout.statistics["distanceWalkingRunning"]?.sum == meters)
        #expect(workout.statistics["heartRate"]?.average == 125)
        #expect(trial.values("heartRate") == [120, 130])
        let distances = trial.samples.filter { $0.metric == "distanceWalkingRunning" }
        #expect(
            distances.map { [$0.start - Self.start, $0.end - Self.start] }
                == [[0, 30_500], [30_500, 60_000]])
        #expect(abs(distances.reduce(0) { $0 + $1.value } - meters) <= 0.0005)
        #expect(distances.allSatisfy { $0.value == ($0.value * 1000).rounded() / 1000 })
        #expect(!trial.isTruncated)
        #expect(trial.problems.isEmpty)
    }

    @Test func `the distance between segments does not count`() throws {
        let text = Self.run.replacingOccurrence(
            of: "<trkpt lat='50.002'", with: "</trkseg><trkseg><trkpt lat='50.002'")

        let trial = try ImportTrial(text, named: "run.gpx")

        let meters = try #require(trial.workouts.first?.routes.first?.distanceMeters)
        #expect(abs(meters - 111.195) < 0.01)
    }

    @Test func `a file that ends early keeps the points before its end`() throws {
        let end = try #require(Self.run.range(of: "<trkpt lat='50.002'")).lowerBound

        let trial = try ImportTrial(String(Self.run[..<end]), named: "run.gpx")

        #expect(trial.isTruncated)
        #expect(trial.workouts.map(\.end) == [Self.start + 30_500])
    }

    @Test func `points without a time or a position are counted`() throws {
        let text = """
            <gpx creator="x"><trk><trkseg>
            <trkpt lat="1" lon="2"></trkpt>
            <trkpt lat="1"><time>2024-05-01T06:00:00Z</time></trkpt>
            </trkseg></trk></gpx>
            """

        let trial = try ImportTrial(text, named: "plan.gpx")

        #expect(trial.workouts.isEmpty)
        #expect(trial.ignored == ["trkpt without time": 1])
        #expect(
            trial.quarantined.map(\.reason) == [
                "its position is not valid", "the track has no points with a time",
            ])
    }

    @Test func `times without a zone are read as UTC and reported`() throws {
        let text = Self.run.replacingOccurrence(of: "06:00:00Z", with: "06:00:00")

        let trial = try ImportTrial(text, named: "run.gpx")

        #expect(trial.workouts.map(\.start) == [Self.start])
        #expect(trial.problems.map(\.reason) == ["times without a zone were read as UTC"])
    }
}

extension String {
    /// A copy with the first occurrence of `text` replaced.
    func replacingOccurrence(of text: String, with other: String) -> String {
        guard let range = range(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }

    private func replacingCharacters(in range: Range<String.Index>, with text: String) -> String {
        var copy = self
        copy.replaceSubrange(range, with: text)
        return copy
    }
}
