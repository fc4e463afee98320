import AppleHealth
import Contracts
import Metrics

extension Workout {
    init(_ scanned: ScannedWorkout, routes: RouteTable) {
        let source = SourceName(scanned.source)
        self.init(
            type: scanned.type, source: source.shown, sourceKey: source.compared,
            device: scanned.device, start: scanned.start, end: scanned.end,
            seconds: scanned.seconds,
            statistics: scanned.details.statistics.mapValues(Statistic.init),
            events: scanned.details.events.map(Event.init),
            activities: scanned.activities.map(Part.init),
            routes: scanned.routes.map { Route(file: $0, measure: routes[$0]) },
            metadata: scanned.details.metadata)
    }
}

extension Workout.Statistic {
    fileprivate init(_ scanned: ScannedWorkout.Statistic) {
        self.init(
            unit: scanned.unit, sum: scanned.sum, average: scanned.average, min: scanned.min,
            max: scanned.max)
    }
}

extension Workout.Event {
    fileprivate init(_ scanned: ScannedWorkout.Event) {
        self.init(type: scanned.type, start: scanned.start, seconds: scanned.seconds)
    }
}

extension Workout.Part {
    fileprivate init(_ scanned: ScannedWorkout.Part) {
        let details = scanned.details
        self.init(
            type: scanned.type, start: scanned.start, end: scanned.end, seconds: scanned.seconds,
            statistics: details.statistics.isEmpty
                ? nil : details.statistics.mapValues(Workout.Statistic.init),
            events: details.events.isEmpty ? nil : details.events.map(Workout.Event.init),
            metadata: details.metadata.isEmpty ? nil : details.metadata)
    }
}

extension Workout.Route {
    fileprivate init(file: String, measure: RouteSummary?) {
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
