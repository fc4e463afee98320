/// The line of a route: points at least some distance apart, by segment.
///
/// The distance starts at 10 m and doubles whenever the line has more than ``limit`` points, so a
/// line of any recording fits into a row of storage.
package struct RouteLine: Hashable, Sendable {
    /// The greatest number of points.
    package static let limit = 512

    package private(set) var segments: [[RoutePoint]] = []
    /// The distance between neighbours in metres, at least.
    private var spacing = 10.0
    private var count = 0

    package init() {}

    /// Adds the next point of the recording, which starts a segment or continues the last one.
    package mutating func append(_ point: RoutePoint, startsSegment: Bool) {
        if let last = segments.last?.last, !startsSegment {
            guard last.distance(to: point) >= spacing else { return }
            segments[segments.count - 1].append(point)
        } else {
            segments.append([point])
        }
        count += 1
        while count > Self.limit { thin() }
    }

    /// Doubles the spacing, and removes points and segments that are closer.
    private mutating func thin() {
        spacing *= 2
        segments = segments.map { segment in
            var thinned: [RoutePoint] = []
            for point in segment
            where thinned.last.map({ $0.distance(to: point) >= spacing }) ?? true {
                thinned.append(point)
            }
            return thinned
        }
        count = segments.reduce(0) { $0 + $1.count }
        // A recording of very many segments retains the longer half of them.
        if count > Self.limit, segments.count > Self.limit / 2 {
            let least = segments.map(\.count).sorted()[segments.count / 2]
            segments.removeAll { $0.count <= least }
            count = segments.reduce(0) { $0 + $1.count }
        }
    }

    // MARK: Stored form

    /// The segments as numbers. A point is three: seconds since 1970 UTC (0: not recorded), latitude
    /// and longitude in 1e-5 degrees, each after the first point as the difference from the point
    /// before.
    package static func numbers(of segments: [[RoutePoint]]) -> [[Int64]] {
        segments.map { segment in
            var last: [Int64] = [0, 0, 0]
            return segment.flatMap { point in
                let now = [
                    (point.time ?? 0) / 1000, Int64((point.latitude * 1e5).rounded()),
                    Int64((point.longitude * 1e5).rounded()),
                ]
                defer { last = now }
                return zip(now, last).map { $0 - $1 }
            }
        }
    }

    /// The segments of numbers as written by ``numbers(of:)``. Incomplete points are ignored, and
    /// numbers that overflow end their segment.
    package static func segments(of numbers: [[Int64]]) -> [[RoutePoint]] {
        numbers.map { numbers in
            var points: [RoutePoint] = []
            var now: [Int64] = [0, 0, 0]
            for start in stride(from: 0, to: numbers.count - 2, by: 3) {
                for part in 0..<3 {
                    let (sum, overflows) = now[part].addingReportingOverflow(numbers[start + part])
                    guard !overflows, sum.magnitude < 1 << 40 else { return points }
                    now[part] = sum
                }
                points.append(
                    RoutePoint(
                        time: now[0] == 0 ? nil : now[0] * 1000, latitude: Double(now[1]) / 1e5,
                        longitude: Double(now[2]) / 1e5))
            }
            return points
        }
    }
}
