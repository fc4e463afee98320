import PluginKit
import Testing

/// GPX files that Dayline has written.
@Suite struct ExportedWorkoutTests {
    private static let text = """
        <gpx version="1.1" creator="Dayline" xmlns:dayline="urn:dayline:workout:1">
        <trk><name>HighIntensityIntervalTraining</name><src>Sam &amp; Watch</src>
        <type>HighIntensityIntervalTraining</type>
        <extensions><dayline:workout start="2024-05-01T05:59:58.125Z" \
        end="2024-05-01T06:02:00.500Z" device="name:Watch, hardware:Watch6,2" file="route_1.gpx" \
        seconds="121.5"><dayline:statistic metric="distanceOther" unit="m" sum="230.5"/>\
        </dayline:workout></extensions>
        <trkseg>
        <trkpt lat="50" lon="8"><time>2024-05-01T06:00:00.000Z</time><extensions>\
        <gpxtpx:TrackPointExtension><gpxtpx:hr>120</gpxtpx:hr></gpxtpx:TrackPointExtension>\
        </extensions></trkpt>
        <trkpt lat="50.001" lon="8"><time>2024-05-01T06:01:00.000Z</time></trkpt>
        </trkseg></trk></gpx>
        """

    @Test func `a workout that Dayline has written has the values that identify it`() throws {
        let trial = try ImportTrial(Self.text, named: "run.gpx")

        let workout = try #require(trial.workouts.first)
        #expect(workout.type == "HighIntensityIntervalTraining")
        #expect(workout.source == "Sam & Watch")
        #expect(workout.device == "name:Watch, hardware:Watch6,2")
        #expect(workout.start == 1_714_543_198_125)
        #expect(workout.end == 1_714_543_320_500)
        #expect(workout.seconds == 121.5)
        #expect(workout.statistics.mapValues(\.sum) == ["distanceOther": 230.5])
        #expect(workout.routes.map(\.file) == ["route_1.gpx"])
        #expect(workout.metadata.isEmpty)
    }

    @Test func `rounded values of the points are counted and not stored as samples`() throws {
        let trial = try ImportTrial(Self.text, named: "run.gpx")

        #expect(trial.samples.isEmpty)
        #expect(trial.ignored["heartRate"] == 1)
    }

    @Test func `the extension counts in files of Dayline only`() throws {
        let other = Self.text.replacing("creator=\"Dayline\"", with: "creator=\"Other\"")

        let trial = try ImportTrial(other, named: "run.gpx")

        #expect(trial.workouts.map(\.source) == ["Other"])
        #expect(trial.workouts.map(\.start) == [1_714_543_200_000])
        #expect(trial.samples.contains { $0.metric == "heartRate" })
    }
}
