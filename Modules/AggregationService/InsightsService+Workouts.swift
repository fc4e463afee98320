import Aggregation
import CivilTime
import Contracts
import HealthMetrics
import RPC
import Synchronization
import Workouts

extension InsightsService {
    func workouts(
        _ request: Insights.DayRangeRequest, _ context: CallContext
    ) async throws -> Insights.WorkoutsResponse {
        let history = try await history(in: request.zone, context)
        let range = try history.range(request)
        let order = try await client.call(
            Sources.storedOrder, Sources.MetricRequest(metric: "workoutDuration"),
            context.forwardedOptions
        ).order
        let priority = SourcePriority(order: order)
        let found = Mutex<[(item: Insights.WorkoutItem, bout: WorkoutBout)]>([])
        _ = try await client.stream(HealthRows.workouts, range, context.forwardedOptions) { page in
            let workouts = try page.workouts().map {
                (
                    item: Insights.WorkoutItem($0.workout, id: $0.id, in: history),
                    bout: WorkoutBout($0.workout, priority)
                )
            }
            found.withLock { $0 += workouts }
        }
        let workouts = found.withLock { $0 }
        var items = workouts.map(\.item)
        for (copy, original) in workoutCopies(workouts.map(\.bout), rank: \.rank) {
            items[copy].copyOf = items[original].id
        }
        return Insights.WorkoutsResponse(workouts: items)
    }

    func workout(
        _ request: Insights.WorkoutRequest, _ context: CallContext
    ) async throws -> Insights.WorkoutItem {
        let history = try await history(in: request.zone, context)
        return Insights.WorkoutItem(
            try await storedWorkout(request.id, context), id: request.id, in: history)
    }

    private func storedWorkout(_ id: String, _ context: CallContext) async throws -> Workout {
        let page = try await client.call(
            HealthRows.workout, HealthRows.WorkoutRequest(id: id), context.forwardedOptions)
        guard let found = try page.workouts().first else {
            throw Status(.internal, "Storage answered without the workout \(id).")
        }
        return found.workout
    }

    func route(
        _ request: Insights.RouteRequest, _ context: CallContext
    ) async throws -> Insights.RouteResponse {
        let routes = try await storedWorkout(request.id, context).routes
        guard request.first >= 0, routes.indices.contains(request.route) else {
            throw Status(
                .outOfRange, "The workout \(request.id) has no route \(request.route).",
                hint: "Routes are counted from 0.")
        }
        let points = RouteLine.segments(of: routes[request.route].lines ?? []).enumerated()
            .flatMap { index, segment in
                segment.map { point in
                    Insights.RoutePosition(
                        segment: index, time: point.time, latitude: point.latitude,
                        longitude: point.longitude)
                }
            }
        let page = points.dropFirst(request.first).prefix(Self.pointsPerPage)
        let end = request.first + page.count
        return Insights.RouteResponse(
            points: Array(page), next: end < points.count ? end : nil)
    }

    private static let pointsPerPage = 1000

    func correlations(
        _ request: Insights.DayRangeRequest, _ context: CallContext
    ) async throws -> Insights.CorrelationsResponse {
        let history = try await history(in: request.zone, context)
        let range = try history.range(request)
        let lookup = MetricLookup(
            try await client.call(Days.metrics, Empty(), context.forwardedOptions))
        let corrections = SampleCorrections(
            try await client.call(
                Corrections.list, Corrections.ListRequest(), context.forwardedOptions))
        let found = Mutex<[Insights.CorrelationItem]>([])
        _ = try await client.stream(HealthRows.correlations, range, context.forwardedOptions) {
            page in
            let correlations = page.correlations.compactMap(corrections.applied)
            found.withLock {
                $0 += correlations.map { Insights.CorrelationItem($0, in: history, lookup) }
            }
        }
        return Insights.CorrelationsResponse(correlations: found.withLock { $0 })
    }
}

extension ZoneHistory {
    /// - Throws: INVALID_ARGUMENT if the end of the range is before its start.
    fileprivate func range(_ request: Insights.DayRangeRequest) throws(Status)
        -> HealthRows.RangeRequest
    {
        try checkOrder(from: request.from, to: request.to)
        return HealthRows.RangeRequest(
            from: request.from.map(startOfDay),
            to: request.to.map { startOfDay($0.advanced(by: 1)) })
    }
}

extension Insights.WorkoutItem {
    fileprivate init(_ workout: Workout, id: String, in zones: ZoneHistory) {
        let measured = workout.routes.compactMap(\.distanceMeters)
        self.init(
            id: id, type: workout.type, start: zones.text(at: workout.start),
            end: zones.text(at: workout.end), seconds: workout.activeSeconds,
            source: workout.source, statistics: workout.statistics.mapValues(Statistic.init),
            distanceMeters: workout.recordedDistance
                ?? (measured.isEmpty ? nil : measured.reduce(0, +)),
            routes: workout.routes,
            events: workout.events.map { Event($0, in: zones) },
            activities: workout.activities.map {
                Part(
                    type: $0.type, start: zones.text(at: $0.start),
                    end: $0.end.map { zones.text(at: $0) }, seconds: $0.seconds,
                    statistics: $0.statistics?.mapValues(Statistic.init),
                    events: $0.events?.map { Event($0, in: zones) }, metadata: $0.metadata)
            }, metadata: workout.metadata)
    }
}

extension Insights.WorkoutItem.Event {
    fileprivate init(_ event: Workout.Event, in zones: ZoneHistory) {
        self.init(type: event.type, start: zones.text(at: event.start), seconds: event.seconds)
    }
}

extension WorkoutBout {
    fileprivate init(_ workout: Workout, _ priority: SourcePriority) {
        let sourceClass = SourceClass(
            isEntered: workout.metadata["HKWasUserEntered"] == "1", device: workout.device,
            source: workout.source)
        let rank = priority.rank(of: workout.sourceKey, sourceClass)
        self.init(
            type: workout.type, source: workout.sourceKey, start: workout.start, end: workout.end,
            seconds: workout.activeSeconds, kilocalories: nil, rank: rank, energyRank: rank)
    }
}

extension Workout {
    /// The total of all distances in metres; a triathlon has several. Nil without one.
    fileprivate var recordedDistance: Double? {
        let distances = statistics.filter { $0.key.hasPrefix("distance") && $0.value.unit == "m" }
            .compactMap(\.value.sum)
        return distances.isEmpty ? nil : distances.reduce(0, +)
    }
}

extension Insights.CorrelationItem {
    fileprivate init(
        _ correlation: Correlation, in zones: ZoneHistory, _ lookup: MetricLookup
    ) {
        self.init(
            type: correlation.type, source: correlation.source,
            start: zones.text(at: correlation.start), end: zones.text(at: correlation.end),
            members: correlation.members.map { member in
                let metric = lookup.found(member.metric)
                return Member(
                    metric: member.metric, start: zones.text(at: member.start),
                    end: zones.text(at: member.end),
                    value: metric.display.converted(member.value), unit: metric.unit)
            }, metadata: correlation.metadata)
    }
}
