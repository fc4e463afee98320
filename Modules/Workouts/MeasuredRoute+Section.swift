extension MeasuredRoute {
    /// The line between two distances from the start, in metres, by segment.
    package func section(from first: Double, to last: Double) -> [[RoutePoint]] {
        var segments: [[RoutePoint]] = []
        for (before, after) in zip(points, points.dropFirst()) where !after.startsSegment {
            guard after.meters > before.meters, before.meters <= last,
                first < last ? after.meters > first : after.meters >= first
            else { continue }
            let start = Self.point(at: max(first, before.meters), before, after)
            let end = Self.point(at: min(last, after.meters), before, after)
            if let previous = segments.last?.last, previous == start {
                segments[segments.count - 1].append(end)
            } else {
                segments.append([start, end])
            }
        }
        return segments
    }

    /// The point at a distance from the start, in metres; nil for a route without a line.
    package func point(at meters: Double) -> RoutePoint? {
        section(from: meters, to: meters).first?.first
    }

    private static func point(
        at meters: Double, _ before: MeasuredPoint, _ after: MeasuredPoint
    ) -> RoutePoint {
        if meters <= before.meters { return before.point }
        if meters >= after.meters { return after.point }
        let share = (meters - before.meters) / (after.meters - before.meters)
        func between(_ a: Double, _ b: Double) -> Double { a + share * (b - a) }
        return RoutePoint(
            time: nil, latitude: between(before.point.latitude, after.point.latitude),
            longitude: between(before.point.longitude, after.point.longitude))
    }
}
