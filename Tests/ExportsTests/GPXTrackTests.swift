import Contracts
import Testing

@testable import Exports

/// The elements of exported routes.
@Suite struct GPXTrackTests {
    @Test func `a track states the type, the source and the workout`() {
        let workout = Workout(
            type: "Running", source: "Sam & \"Watch\"", sourceKey: "", device: "", start: 125,
            end: 60_000, seconds: 59.5,
            statistics: ["heartRate": .init(unit: "count/min", average: 120.5)],
            routes: [Workout.Route(file: "a.gpx")])

        #expect(
            GPXTrack(workout, route: 0).head
                == "<trk><name>Running</name><src>Sam &amp; &quot;Watch&quot;</src>"
                + "<type>Running</type>\n<extensions>"
                + "<dayline:workout start=\"1970-01-01T00:00:00.125Z\""
                + " end=\"1970-01-01T00:01:00.000Z\" file=\"a.gpx\" seconds=\"59.5\">"
                + "<dayline:statistic metric=\"heartRate\" unit=\"count/min\" average=\"120.5\"/>"
                + "</dayline:workout></extensions>\n")
    }

    @Test func `a point has the heart rate that is known`() {
        let point = Insights.RoutePosition(segment: 0, time: 1000, latitude: 50, longitude: 8)

        let start = "<trkpt lat=\"50.0\" lon=\"8.0\"><time>1970-01-01T00:00:01.000Z</time>"
        #expect(GPXTrack.point(point, heartRate: nil) == start + "</trkpt>\n")
        #expect(
            GPXTrack.point(point, heartRate: 120.6)
                == start + "<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>121</gpxtpx:hr>"
                + "</gpxtpx:TrackPointExtension></extensions></trkpt>\n")
    }

    @Test(arguments: [
        (Int64(-9_001), nil), (-9_000, 100), (1000, 100), (5_999, 100), (6_001, 110), (21_000, 110),
        (21_001, nil),
    ])
    func `the heart rate of a time is the nearest one within ten seconds`(
        time: Int64, value: Double?
    ) {
        let rates = TrackHeartRates(
            [(11_000, 110), (1000, 100), (500_000, 120), (2000, 0)].map {
                TrackHeartRates.Sample(time: $0.0, value: $0.1)
            })

        #expect(rates.value(at: time) == value)
    }
}
