import Memberwise

/// A part of a route with its length and time.
@Memberwise
package struct RouteSplit: Hashable, Sendable {
    /// The length along the line, in metres.
    package var meters: Double
    /// The time in seconds; nil: the route has no times.
    package var seconds: Double?

    /// Seconds for a kilometre; nil without times or length.
    package var secondsPerKilometre: Double? {
        guard let seconds, seconds > 0, meters > 0 else { return nil }
        return seconds / meters * 1000
    }
}

/// A point of a route with its distance from the start.
@Memberwise
package struct MeasuredPoint: Hashable, Sendable {
    package var point: RoutePoint
    /// The distance along the line from the start of the route, in metres.
    package var meters: Double
    /// True if the line from the point before does not lead here.
    package var startsSegment: Bool
}

/// The points of a route in order, with their distances along the line.
package struct MeasuredRoute: Hashable, Sendable {
    package let points: [MeasuredPoint]

    /// - Parameters:
    ///   - segments: The points by segment.
    ///   - length: The length of the recording in metres, which is that of the line with all its
    ///     points; nil: that of the segments.
    package init(_ segments: [[RoutePoint]], length: Double? = nil) {
        var points: [MeasuredPoint] = []
        var meters = 0.0
        for segment in segments {
            for (index, point) in segment.enumerated() {
                if index > 0 { meters += segment[index - 1].distance(to: point) }
                points.append(
                    MeasuredPoint(point: point, meters: meters, startsSegment: index == 0))
            }
        }
        let scale = length.map { meters > 0 ? $0 / meters : 1 } ?? 1
        self.points = points.map { point in
            var point = point
            point.meters *= scale
            return point
        }
    }

    /// The length in metres.
    package var meters: Double { points.last?.meters ?? 0 }

    /// The parts between multiples of `step` metres; the last one can be shorter.
    package func splits(every step: Double) -> [RouteSplit] {
        guard step > 0, meters > 0 else { return [] }
        var splits: [RouteSplit] = []
        var from = 0.0
        while from < meters - 1, splits.count < Self.splitLimit {
            let to = min(from + step, meters)
            let seconds = time(at: to).flatMap { end in time(at: from).map { (end - $0) / 1000 } }
            splits.append(RouteSplit(meters: to - from, seconds: seconds))
            from = to
        }
        return splits
    }

    private static let splitLimit = 1000

    /// The time at a distance, in milliseconds since 1970; nil without times.
    private func time(at meters: Double) -> Double? {
        guard let next = points.firstIndex(where: { $0.meters >= meters }) else { return nil }
        guard let after = points[next].point.time else { return nil }
        guard next > 0, points[next].meters > meters, let before = points[next - 1].point.time
        else { return Double(after) }
        let share =
            (meters - points[next - 1].meters) / (points[next].meters - points[next - 1].meters)
        return Double(before) + share * Double(after - before)
    }
}
