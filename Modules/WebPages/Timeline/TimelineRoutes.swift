import CivilTime
import Contracts
import RPC

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
        let today = try await current
        // The first page ends with the newest day that has data.
        let newest = shown.compactMap(\.lastDay).max() ?? today
        let last = before.map { $0.advanced(by: -1) } ?? min(today, newest)
        let first = last.advanced(by: 1 - dayCount)
        async let workouts = workouts(from: first, to: last, kind, request)
        async let nights = nights(from: first, to: last, kind, request)
        let days = TimelineDay.days(try await workouts, try await nights)
        let oldest = shown.compactMap(\.firstDay).min()
        let hasAny = listed.contains { metrics[.all, default: []].contains($0.metric) }
        return .page(
            TimelinePage(
                days: days, range: first...last, kind: kind, today: today,
                hasData: hasAny || !days.isEmpty, hasOlder: oldest.map { $0 < first } ?? false
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
            Insights.sleep, Insights.SleepRequest(from: first, to: last)
        ).nights
    }

    /// One workout. The links of the timeline name its day; without a day, all workouts are read.
    private static func workout(_ request: WebRequest) async throws -> WebReply {
        let id = URLText.decoded(request.parameters["id"] ?? "")
        let day = try request.day("on")
        let response = try await request.call(
            Insights.workouts, Insights.DayRangeRequest(from: day, to: day))
        guard let workout = response.workouts.first(where: { $0.id == id }) else {
            throw Status(
                .notFound, "There is no workout \"\(id)\"\(day.map { " on \($0)" } ?? "").",
                hint: "The timeline lists all workouts.")
        }
        return .page(WorkoutPage(workout: workout).page)
    }
}
