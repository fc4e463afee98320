import AppleHealth
import PluginKit
import Workouts

extension ImportedWorkout {
    /// `routes` are the measures of the workout's routes; nil for those without a file.
    init(_ scanned: ScannedWorkout, routes: [RouteSummary?]) {
        self.init(
            type: scanned.type, source: scanned.source, device: scanned.device,
            start: scanned.start, end: scanned.end, seconds: scanned.seconds,
            statistics: scanned.details.statistics.mapValues(Statistic.init),
            events: scanned.details.events.map(Event.init),
            activities: scanned.activities.map(Activity.init),
            routes: zip(scanned.routes, routes).map { Route(file: $0, measure: $1) },
            metadata: scanned.details.metadata)
    }
}

extension ImportedWorkout.Statistic {
    fileprivate init(_ scanned: ScannedWorkout.Statistic) {
        self.init(
            unit: scanned.unit, sum: scanned.sum, average: scanned.average, min: scanned.min,
            max: scanned.max)
    }
}

extension ImportedWorkout.Event {
    fileprivate init(_ scanned: ScannedWorkout.Event) {
        self.init(type: scanned.type, start: scanned.start, seconds: scanned.seconds)
    }
}

extension ImportedWorkout.Activity {
    fileprivate init(_ scanned: ScannedWorkout.Part) {
        let details = scanned.details
        self.init(
            type: scanned.type, start: scanned.start, end: scanned.end, seconds: scanned.seconds,
            statistics: details.statistics.mapValues(ImportedWorkout.Statistic.init),
            events: details.events.map(ImportedWorkout.Event.init), metadata: details.metadata)
    }
}

extension ImportedWorkout.Route {
    fileprivate init(file: String, measure: RouteSummary?) {
        self.init(
            file: file, points: measure?.points, distanceMeters: measure?.meters,
            box: measure?.box.map {
                BoundingBox(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
            },
            line: (measure?.line.segments ?? []).map { segment in
                segment.map {
                    Position(time: $0.time, latitude: $0.latitude, longitude: $0.longitude)
                }
            })
    }
}

extension ImportedCorrelation {
    init(_ scanned: ScannedCorrelation) {
        // The scanner's values are in the canonical unit.
        self.init(
            type: scanned.type, source: scanned.source, start: scanned.start, end: scanned.end,
            members: scanned.members.map {
                Member(
                    metric: $0.metric, unit: nil, start: $0.start, end: $0.end, value: $0.value)
            }, metadata: scanned.metadata)
    }
}
