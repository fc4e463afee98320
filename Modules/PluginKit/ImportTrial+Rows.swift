import Contracts
import Workouts

extension ImportTrial {
    /// Damage that loses no item, as the importer reported it.
    public struct Problem: Hashable, Sendable {
        /// The kind of damage as a phrase.
        public let reason: String
        /// Offset in bytes in the file.
        public let offset: Int64
        /// Line number from 1; 0 if unknown.
        public let line: Int64
        /// The number of occurrences.
        public let count: Int
    }

    /// Adds the rows and problems of a batch.
    mutating func apply(_ batch: Batches.Batch) {
        for row in batch.rows {
            switch row {
            case .workout(let workout): workouts.append(ImportedWorkout(workout))
            case .correlation(let correlation):
                correlations.append(ImportedCorrelation(correlation))
            case .activitySummary(let summary):
                activitySummaries.append(ImportedActivitySummary(summary))
            }
        }
        problems += batch.problems.map {
            Problem(reason: $0.reason, offset: $0.offset, line: $0.line, count: $0.count)
        }
    }
}

extension ImportedWorkout {
    fileprivate init(_ workout: Workout) {
        self.init(
            type: workout.type, source: workout.source, device: workout.device,
            start: workout.start, end: workout.end, seconds: workout.seconds,
            statistics: workout.statistics.mapValues(Statistic.init),
            events: workout.events.map(Event.init),
            activities: workout.activities.map(Activity.init),
            routes: workout.routes.map(Route.init), metadata: workout.metadata)
    }
}

extension ImportedWorkout.Statistic {
    fileprivate init(_ statistic: Workout.Statistic) {
        self.init(
            unit: statistic.unit, sum: statistic.sum, average: statistic.average,
            min: statistic.min, max: statistic.max)
    }
}

extension ImportedWorkout.Event {
    fileprivate init(_ event: Workout.Event) {
        self.init(type: event.type, start: event.start, seconds: event.seconds)
    }
}

extension ImportedWorkout.Activity {
    fileprivate init(_ part: Workout.Part) {
        self.init(
            type: part.type, start: part.start, end: part.end, seconds: part.seconds,
            statistics: (part.statistics ?? [:]).mapValues(ImportedWorkout.Statistic.init),
            events: (part.events ?? []).map(ImportedWorkout.Event.init),
            metadata: part.metadata ?? [:])
    }
}

extension ImportedWorkout.Route {
    fileprivate init(_ route: Workout.Route) {
        self.init(
            file: route.file, points: route.points, distanceMeters: route.distanceMeters,
            box: route.box.map {
                BoundingBox(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
            },
            line: RouteLine.segments(of: route.lines ?? []).map { segment in
                segment.map {
                    Position(time: $0.time, latitude: $0.latitude, longitude: $0.longitude)
                }
            })
    }
}

extension ImportedCorrelation {
    /// The members have no unit: their values are in the canonical unit.
    fileprivate init(_ correlation: Correlation) {
        self.init(
            type: correlation.type, source: correlation.source, start: correlation.start,
            end: correlation.end,
            members: correlation.members.map {
                Member(
                    metric: $0.metric, unit: nil, start: $0.start, end: $0.end, value: $0.value)
            }, metadata: correlation.metadata)
    }
}

extension ImportedActivitySummary {
    fileprivate init(_ summary: ActivitySummary) {
        self.init(
            day: summary.day, values: summary.values, goals: summary.goals,
            energyUnit: summary.unit, exported: summary.exported)
    }
}
