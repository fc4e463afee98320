import PluginKit
import Workouts

/// The measures and the line of a route, from its positions one by one.
struct RouteSummary {
    /// Number of elements that are not positions on the earth.
    private(set) var damaged = 0
    private var points = 0
    private var meters = 0.0
    private var box: ImportedWorkout.Route.BoundingBox?
    private var line = RouteLine()
    private var last: RoutePoint?

    /// Adds a position in degrees, with its time in milliseconds since 1970, UTC.
    mutating func add(latitude: Double?, longitude: Double?, time: Int64?) {
        guard let latitude, let longitude, latitude.magnitude <= 90, longitude.magnitude <= 180
        else {
            damaged += 1
            return
        }
        let here = RoutePoint(time: time, latitude: latitude, longitude: longitude)
        meters += last?.distance(to: here) ?? 0
        line.append(here, startsSegment: last == nil)
        last = here
        points += 1
        let known =
            box ?? .init(south: latitude, west: longitude, north: latitude, east: longitude)
        box = .init(
            south: min(known.south, latitude), west: min(known.west, longitude),
            north: max(known.north, latitude), east: max(known.east, longitude))
    }

    /// The route under a name; nil without positions.
    func route(named name: String) -> ImportedWorkout.Route? {
        guard points > 0 else { return nil }
        return ImportedWorkout.Route(
            file: name, points: points, distanceMeters: meters, box: box,
            line: line.segments.map { segment in
                segment.map { .init(time: $0.time, latitude: $0.latitude, longitude: $0.longitude) }
            })
    }
}
