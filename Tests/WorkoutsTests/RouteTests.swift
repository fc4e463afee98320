import Testing
import Workouts

@Suite struct RouteTests {
    /// Points along the equator, `meters` apart and 10 s after each other.
    private func points(_ count: Int, every meters: Double = 100) -> [RoutePoint] {
        (0..<count).map { index in
            RoutePoint(
                time: Int64(1_000_000 + index * 10_000), latitude: 0,
                longitude: Double(index) * meters / 111_195)
        }
    }

    @Test func `a line read back has the positions to a metre and the times to a second`() {
        let segments = [points(20), points(3)]

        let read = RouteLine.segments(of: RouteLine.numbers(of: segments))

        #expect(read.map(\.count) == [20, 3])
        for (before, after) in zip(segments.joined(), read.joined()) {
            #expect(before.distance(to: after) < 1)
            #expect(before.time == after.time)
        }
    }

    @Test(arguments: [[[Int64]](), [[1]], [[1, 2]], [[.max, .max, .max]], [[1, 2, 3, 4]]])
    func `numbers that are not a line are read without a crash`(numbers: [[Int64]]) {
        #expect(RouteLine.segments(of: numbers).joined().count <= 1)
    }

    @Test func `points closer than ten metres are left out`() {
        var line = RouteLine()
        for (index, point) in points(100, every: 1).enumerated() {
            line.append(point, startsSegment: index == 0)
        }

        #expect((9...10).contains(line.segments[0].count))
    }

    @Test(arguments: [1, 7, 600, 5000])
    func `a line never has more points than its limit`(length: Int) {
        var line = RouteLine()
        for _ in 0..<(10_000 / length) {
            for (index, point) in points(length, every: 30).enumerated() {
                line.append(point, startsSegment: index == 0)
            }
            #expect(line.segments.joined().count <= RouteLine.limit)
        }
    }

    @Test func `kilometres have the times between their ends`() throws {
        let route = MeasuredRoute([points(26)])

        let splits = route.splits(every: 1000)

        #expect(splits.count == 3)
        #expect(splits.map { $0.seconds?.rounded() } == [100, 100, 50])
        #expect(abs((splits.last?.meters ?? 0) - 500) < 2)
        #expect(splits.allSatisfy { abs(($0.secondsPerKilometre ?? 0) - 100) < 1 })
    }

    @Test func `the recorded length scales the distances`() {
        let route = MeasuredRoute([points(11)], length: 1100)

        #expect(abs(route.meters - 1100) < 0.001)
    }

    @Test func `a part more than five percent from the mean is fast or slow`() {
        let splits = [90.0, 100, 110].map { RouteSplit(meters: 1000, seconds: $0) }

        #expect(PaceBand.bands(of: splits) == [.fast, .steady, .slow])
        #expect(PaceBand.bands(of: [RouteSplit(meters: 1000, seconds: nil)]) == [nil])
    }

    @Test func `a section begins and ends between points and does not join segments`() {
        let route = MeasuredRoute([Array(points(4)), Array(points(8).dropFirst(5))])

        let section = route.section(from: 150, to: 350)

        #expect(section.count == 2)
        #expect(abs(route.meters - 500) < 2)
    }
}
