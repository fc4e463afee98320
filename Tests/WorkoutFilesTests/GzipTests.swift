import PluginKit
import Testing
import ZipWriter

/// Workout files that are packed with gzip, as archives of Strava have them.
@Suite struct GzipTests {
    private static let start: Int64 = 1_714_543_200_000
    private static let track = Array(
        """
        <gpx version="1.1" creator="Watch"><trk><type>running</type><trkseg>
        <trkpt lat="50" lon="8"><time>2024-05-01T06:00:00Z</time></trkpt>
        <trkpt lat="50.001" lon="8"><time>2024-05-01T06:01:00Z</time></trkpt>
        </trkseg></trk></gpx>
        """.utf8)

    @Test func `a file packed with gzip is read as its contents`() throws {
        let trial = try ImportTrial(ZipWriter.gzip(Self.track), named: "1.gpx.gz")

        let workout = try #require(trial.workouts.first)
        #expect(workout.start == Self.start)
        #expect(workout.routes.map(\.file) == ["1.gpx"])
        #expect(!trial.isTruncated)
    }

    @Test func `an archive of Strava is read with its packed files`() throws {
        var archive = ZipWriter(.deflated)
        archive.add("activities.csv", "Activity ID,Activity Date,Activity Name\n1,x,Run\n")
        archive.add("activities/1.gpx.gz", ZipWriter.gzip(Self.track))
        archive.add("activities/2.gpx", Self.track)
        archive.add("media/1.jpg", "no track")

        let trial = try ImportTrial(archive.bytes, named: "export_1.zip")

        #expect(
            trial.workouts.map { $0.routes.map(\.file) } == [
                ["activities/1.gpx"], ["activities/2.gpx"],
            ])
        #expect(
            trial.format
                == "2 GPX, TCX or FIT files; not tried on a real file: archives of Strava")
    }

    @Test func `a packed file with a changed byte is reported as damaged`() throws {
        var bytes = ZipWriter.gzip(Self.track)
        bytes[60] ^= 1

        #expect(try ImportTrial(bytes, named: "1.gpx.gz").isTruncated)
    }
}
