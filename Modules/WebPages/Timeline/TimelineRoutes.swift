import CivilTime
import Contracts
import RPC
import Workouts

/// The routes of workouts and nights.
package enum TimelineRoutes {
    package static let routes = [
        WebRoute(.get, "/timeline") { try await show($0) },
        WebRoute(.get, "/workouts/:id") { try await workout($0) },
    ]

    /// The number of days of a page.
    private static let dayCount = 14
    /// The metrics of workouts and nights, whose days are those of the timeline.
    private static let metrics: [TimelinePage.Kind: Set<String>] = [
        .all: ["workoutCount", "sleepHours"], .workouts: ["workoutCount"], .nights: ["sleepHours"],
    ]

    private static func show(_ request: WebRequest) async throws -> WebReply {
        let kind = request.query["kind"].flatMap(TimelinePage.Kind.init(rawValue:)) ?? .all
        let before = try request.day("before")
        async let current = HealthRoutes.today(request)
        let listed = try await request.call(Insights.metrics, Insights.MetricsRequest()).metrics
        let shown = listed.filter { metrics[kind, default: []].contains($0.metric) }
        let range = DayRange(
            count: dayCount, before: before, of: shown, today: try await current)
        async let workouts = workouts(from: range.first, to: range.last, kind, request)
        async let nights = nights(from: range.first, to: range.last, kind, request)
        let sleep = listed.first { $0.metric == "sleepHours" }
        let days = TimelineDay.days(
            try await workouts, try await nights,
            nightsExpected: kind == .workouts ? nil : sleep?.days(within: range.days))
        let hasAny = listed.contains { metrics[.all, default: []].contains($0.metric) }
        return .page(
            TimelinePage(
                days: days, range: range, kind: kind, hasData: hasAny || !days.isEmpty
            ).page)
    }

    private static func workouts(
        from first: CivilDate, to last: CivilDate, _ kind: TimelinePage.Kind,
        _ request: WebRequest
    ) async throws -> [Insights.WorkoutItem] {
        guard kind != .nights else { return [] }
        return try await request.call(
            Insights.workouts, Insights.DayRangeRequest(from: first, to: last)
        ).workouts
    }

    private static func nights(
        from first: CivilDate, to last: CivilDate, _ kind: TimelinePage.Kind,
        _ request: WebRequest
    ) async throws -> [Insights.Night] {
        guard kind != .workouts else { return [] }
        return try await request.call(
            Insights.sleep, Insights.SleepRequest(from: first, to: last, hasIntervals: true)
        ).nights
    }

    private static func workout(_ request: WebRequest) async throws -> WebReply {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        let workout = try await request.call(Insights.workout, Insights.WorkoutRequest(id: id))
        var routes: [MeasuredRoute] = []
        for (index, route) in workout.routes.enumerated() where route.points != nil {
            let segments = try await line(of: id, index, request)
            if segments.contains(where: { $0.count > 1 }) {
                routes.append(MeasuredRoute(segments, length: route.distanceMeters))
            }
        }
        return .page(WorkoutPage(workout: workout, lines: routes).page)
    }

    /// The points of a route by segment.
    private static func line(
        of workout: String, _ index: Int, _ request: WebRequest
    ) async throws -> [[RoutePoint]] {
        var points: [Insights.RoutePosition] = []
        var next: Int? = 0
        while let first = next {
            let page = try await request.call(
                Insights.route, Insights.RouteRequest(id: workout, route: index, first: first))
            points += page.points
            next = page.points.isEmpty ? nil : page.next
        }
        var segments: [[RoutePoint]] = []
        var segment: Int?
        for point in points {
            if point.segment != segment { segments.append([]) }
            segment = point.segment
            segments[segments.count - 1].append(
                RoutePoint(
                    time: point.time, latitude: point.latitude, longitude: point.longitude))
        }
        return segments
    }
}

extension Insights.Metric {
    /// The days of a range between the first and the last day with data; nil: none.
    fileprivate func days(within range: ClosedRange<CivilDate>) -> ClosedRange<CivilDate>? {
        guard let firstDay, let lastDay, firstDay <= lastDay,
            range.overlaps(firstDay...lastDay)
        else { return nil }
        return range.clamped(to: firstDay...lastDay)
    }
}
