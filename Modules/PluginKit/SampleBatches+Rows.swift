import Contracts
import HealthMetrics
import Workouts

extension SampleBatches {
    /// Appends a workout. An invalid one is quarantined with its location and not appended.
    ///
    /// `elements` are the numbers of the file's elements that are stored with the workout, by name, and
    /// `files` the numbers of files, such as `["route": 1]`; both are counted in the import report.
    public mutating func append(
        _ workout: ImportedWorkout, elements: [String: Int] = [:], files: [String: Int] = [:],
        from location: ItemLocation
    ) throws {
        try append(elements, files, location, type: "Workout") { batches throws(UnitError) in
            .workout(try batches.canonical(workout))
        }
    }

    /// Appends a correlation. An invalid one is quarantined with its location and not appended.
    ///
    /// `elements` are the numbers of the file's elements that are stored with the correlation, by name.
    public mutating func append(
        _ correlation: ImportedCorrelation, elements: [String: Int] = [:],
        from location: ItemLocation
    ) throws {
        try append(elements, [:], location, type: "Correlation") { batches throws(UnitError) in
            .correlation(try batches.canonical(correlation))
        }
    }

    /// Appends an activity summary. An invalid one is quarantined with its location and not appended.
    public mutating func append(
        _ summary: ImportedActivitySummary, from location: ItemLocation
    ) throws {
        try append([:], [:], location, type: "ActivitySummary") { _ throws(UnitError) in
            .activitySummary(
                ActivitySummary(
                    day: summary.day, values: summary.values, goals: summary.goals,
                    unit: summary.energyUnit, exported: summary.exported))
        }
    }

    private mutating func append(
        _ elements: [String: Int], _ files: [String: Int], _ location: ItemLocation, type: String,
        _ makeRow: (inout SampleBatches) throws(UnitError) -> HealthRow
    ) throws {
        let row: HealthRow
        do throws(UnitError) {
            row = try makeRow(&self)
        } catch {
            return try quarantine(location, type: type, reason: error.quarantineReason)
        }
        if let reason = RowValidation.rejectionReason(row) {
            return try quarantine(location, type: type, reason: reason)
        }
        try append(row, parts: Batches.RowParts(nested: elements, files: files))
    }

    private mutating func canonical(_ workout: ImportedWorkout) throws(UnitError) -> Workout {
        let source = SourceName(workout.source)
        var activities: [Workout.Part] = []
        for activity in workout.activities {
            let statistics = try canonical(activity.statistics)
            activities.append(
                Workout.Part(
                    type: activity.type, start: activity.start, end: activity.end,
                    seconds: activity.seconds, statistics: statistics.isEmpty ? nil : statistics,
                    events: activity.events.isEmpty ? nil : activity.events.map(Workout.Event.init),
                    metadata: activity.metadata.isEmpty ? nil : activity.metadata))
        }
        return Workout(
            type: workout.type, source: source.shown, sourceKey: source.compared,
            device: DeviceName.withoutAddress(workout.device), start: workout.start,
            end: workout.end, seconds: workout.seconds,
            statistics: try canonical(workout.statistics),
            events: workout.events.map(Workout.Event.init), activities: activities,
            routes: workout.routes.map(Workout.Route.init), metadata: workout.metadata)
    }

    private mutating func canonical(
        _ statistics: [String: ImportedWorkout.Statistic]
    ) throws(UnitError) -> [String: Workout.Statistic] {
        var result: [String: Workout.Statistic] = [:]
        for (metric, statistic) in statistics {
            let (conversion, unit) = try conversion(of: metric, from: statistic.unit)
            result[metric] = Workout.Statistic(
                unit: unit, sum: statistic.sum.map(conversion.converted),
                average: statistic.average.map(conversion.converted),
                min: statistic.min.map(conversion.converted),
                max: statistic.max.map(conversion.converted))
        }
        return result
    }

    private mutating func canonical(
        _ correlation: ImportedCorrelation
    ) throws(UnitError) -> Correlation {
        let source = SourceName(correlation.source)
        var members: [Correlation.Member] = []
        for member in correlation.members {
            let (conversion, _) = try conversion(of: member.metric, from: member.unit)
            members.append(
                Correlation.Member(
                    metric: member.metric, start: member.start, end: member.end,
                    value: conversion.converted(member.value)))
        }
        return Correlation(
            type: correlation.type, source: source.shown, sourceKey: source.compared,
            start: correlation.start, end: correlation.end, members: members,
            metadata: correlation.metadata)
    }

    /// The conversion to the canonical unit of a metric, and that unit. Without `unit` the values are in
    /// the canonical unit.
    private mutating func conversion(
        of metric: String, from unit: String?
    ) throws(UnitError) -> (UnitConversion, unit: String) {
        guard let unit else { return (.identity, canonicalUnits.unit(of: metric) ?? "") }
        let conversion = try canonicalUnits.conversion(of: metric, from: unit)
        return (conversion, canonicalUnits.unit(of: metric) ?? unit)
    }
}

extension Workout.Event {
    fileprivate init(_ event: ImportedWorkout.Event) {
        self.init(type: event.type, start: event.start, seconds: event.seconds)
    }
}

extension Workout.Route {
    fileprivate init(_ route: ImportedWorkout.Route) {
        self.init(
            file: route.file, points: route.points, distanceMeters: route.distanceMeters,
            box: route.box.map {
                Box(south: $0.south, west: $0.west, north: $0.north, east: $0.east)
            }, lines: route.line.isEmpty ? nil : Self.lines(route.line))
    }

    /// The line as it is stored. Positions that are not on the earth are left out.
    private static func lines(_ segments: [[ImportedWorkout.Route.Position]]) -> [[Int64]] {
        var line = RouteLine()
        for segment in segments {
            var startsSegment = true
            for position in segment
            where position.latitude.magnitude <= 90 && position.longitude.magnitude <= 180 {
                line.append(
                    RoutePoint(
                        time: position.time, latitude: position.latitude,
                        longitude: position.longitude), startsSegment: startsSegment)
                startsSegment = false
            }
        }
        return RouteLine.numbers(of: line.segments)
    }
}
