package import PluginKit
import Workouts

/// The route of a workout while its positions are read: a line of bounded length and its measures.
package struct RecordedRoute {
    package private(set) var points = 0
    /// Length in metres along the positions of each segment.
    package private(set) var meters = 0.0
    private var box: ImportedWorkout.Route.BoundingBox?
    private var line = RouteLine()
    private var last: RoutePoint?
    private var startsSegment = true

    package init() {}

    /// Ends a segment: the distance to the next position does not count.
    package mutating func endSegment() {
        last = nil
        startsSegment = true
    }

    /// Adds a position, and returns the distance from the one before in metres. A position that is not
    /// on the earth is left out.
    @discardableResult
    package mutating func append(time: Int64?, latitude: Double, longitude: Double) -> Double {
        guard latitude.magnitude <= 90, longitude.magnitude <= 180 else { return 0 }
        let point = RoutePoint(time: time, latitude: latitude, longitude: longitude)
        let distance = last?.distance(to: point) ?? 0
        line.append(point, startsSegment: startsSegment)
        startsSegment = false
        last = point
        points += 1
        meters += distance
        extendBox(latitude, longitude)
        return distance
    }

    private mutating func extendBox(_ latitude: Double, _ longitude: Double) {
        var extended =
            box
            ?? ImportedWorkout.Route.BoundingBox(
                south: latitude, west: longitude, north: latitude, east: longitude)
        extended.south = min(extended.south, latitude)
        extended.north = max(extended.north, latitude)
        extended.west = min(extended.west, longitude)
        extended.east = max(extended.east, longitude)
        box = extended
    }

    /// The route as it is imported; nil without positions.
    package func route(file: String) -> ImportedWorkout.Route? {
        guard points > 0 else { return nil }
        return ImportedWorkout.Route(
            file: file, points: points, distanceMeters: meters, box: box,
            line: line.segments.map { segment in
                segment.map {
                    ImportedWorkout.Route.Position(
                        time: $0.time, latitude: $0.latitude, longitude: $0.longitude)
                }
            })
    }
}
