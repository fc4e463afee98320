import Testing
import Workouts

@testable import AppleHealth

struct RouteTests {
    private func measure(_ text: String, blocks size: Int = .max) -> RouteSummary {
        var scanner = RouteScanner()
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            Array(rest.prefix(size)).withUnsafeBytes { scanner.consume($0) }
            rest = rest.dropFirst(size)
        }
        return scanner.summary
    }

    private let track = """
        <?xml version="1.0"?><gpx><trk><name>a > b</name><trkseg>
        <trkpt lon="0" lat="0"><ele>5.5</ele><time>2026-01-01T00:00:00Z</time></trkpt>
        <trkpt lat='0' lon='1'/>
        </trkseg><trkseg><trkpt lat="-1.5" lon="2.25"></trkpt></trkseg></trk></gpx>
        """

    @Test func `a degree along the equator is a 360th of the earth's circumference`() {
        let meters = measure(track).meters

        #expect(abs(meters - 2 * Double.pi * 6_371_008.8 / 360) < 0.001)
    }

    @Test func `the bounding box includes every point of every segment`() {
        let measure = measure(track)

        #expect(measure.points == 3)
        #expect(measure.box == RouteSummary.BoundingBox(south: -1.5, west: 0, north: 0, east: 2.25))
    }

    @Test func `the line has the points of each segment with their times`() {
        let line = measure(track).line.segments

        #expect(line.map(\.count) == [2, 1])
        #expect(line[0].map(\.time) == [1_767_225_600_000, nil])
        #expect(line[0][1].longitude == 1)
    }

    @Test func `a long recording has a line of at most the limit of points`() {
        let points = (0..<20_000).map { #"<trkpt lat="0" lon="\#(Double($0) / 10_000)"/>"# }
        let text = "<gpx><trk><trkseg>" + points.joined() + "</trkseg></trk></gpx>"

        let summary = measure(text, blocks: 4096)

        #expect(summary.points == 20_000)
        let line = summary.line.segments[0]
        #expect((RouteLine.limit / 4...RouteLine.limit).contains(line.count))
        #expect(line.first?.longitude == 0)
        #expect((line.last?.longitude ?? 0) > 1.98)
    }

    @Test func `the block size does not change the measure`() {
        let complete = measure(track)

        for size in 1...track.utf8.count { #expect(measure(track, blocks: size) == complete) }
    }

    @Test(arguments: [
        "", "<gpx/>", "<trkpt/>", #"<trkpt lat="x" lon="1"/>"#, #"<trkpt lat="91" lon="1"/>"#,
        #"<trkpt lat="1" lon="181"/>"#, #"<trkpt lat="1"/>"#, #"<trkpt lat="1" lon="2"#,
        #"<trkpt flat="1" lon="2"/>"#,
    ])
    func `a point without a valid position is skipped`(text: String) {
        #expect(measure(text) == RouteSummary())
    }

    @Test func `the poles and the limits of longitude are valid positions`() {
        #expect(measure(#"<trkpt lat="90" lon="-180"/><trkpt lat="-90" lon="180"/>"#).points == 2)
    }

    @Test func `text longer than a tag is skipped, and a point after it counts`() {
        let text = "<" + String(repeating: "x", count: 70_000) + #"<trkpt lat="1" lon="2"/>"#

        #expect(measure(text, blocks: 1000).points == 1)
    }
}
