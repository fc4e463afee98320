import AppleHealth
import Contracts
import Metrics

extension Workout {
    init(_ scanned: ScannedWorkout, routes: RouteBook) {
        let source = SourceName(scanned.source)
        self.init(
            type: scanned.type, source: source.shown, sourceKey: source.compared,
            device: scanned.device, start: scanned.start, end: scanned.end,
            seconds: scanned.seconds,
            statistics: scanned.statistics.mapValues {
                Statistic(
                    unit: $0.unit, sum: $0.sum, average: $0.average, min: $0.min, max: $0.max)
            },
            events: scanned.events.map {
                Event(type: $0.type, start: $0.start, seconds: $0.seconds)
            },
            activities: scanned.activities.map {
                Part(type: $0.type, start: $0.start, end: $0.end, seconds: $0.seconds)
            },
            routes: scanned.routes.map { Route(file: $0, measure: routes[$0]) },
            metadata: scanned.metadata)
    }
}

extension Workout.Route {
    fileprivate init(file: String, measure: RouteMeasure?) {
        self.init(
            file: file, points: measure?.points, distanceMeters: measure?.meters,
            box: measure?.box.map {
                Box(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
            })
    }
}

extension Correlation {
    init(_ scanned: ScannedCorrelation) {
        let source = SourceName(scanned.source)
        self.init(
            type: scanned.type, source: source.shown, sourceKey: source.compared,
            start: scanned.start, end: scanned.end,
            members: scanned.members.map {
                Member(metric: $0.metric, start: $0.start, end: $0.end, value: $0.value)
            }, metadata: scanned.metadata)
    }
}
