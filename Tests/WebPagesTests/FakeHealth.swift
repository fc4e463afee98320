import CivilTime
import Contracts
import RPC
import Synchronization

@testable import WebPages

/// A service with one trend, one window for each metric, two sources, a workout and a night.
final class FakeHealth: Service {
    static let today = CivilDate(days: 20_779)

    /// The requests in order.
    private let requests = Mutex<[String]>([])
    private let metrics: [Insights.Metric]
    private let value: Double?
    /// The failure of trends by an interval; nil: none.
    private let refusedInterval: String?
    /// The names of windows that cannot be read; `metrics` for the list of metrics.
    private let failing: Set<String>
    private let hasSources: Bool

    var log: [String] { requests.withLock { $0 } }

    /// `value` is that of every day; nil: no data. Without sources the metric is derived, such as sleep.
    init(
        value: Double? = 7, metrics: [Insights.Metric] = [FakeHealth.metric("stepCount")],
        refusedInterval: String? = nil, failing: Set<String> = [], hasSources: Bool = true
    ) {
        self.value = value
        self.metrics = metrics
        self.refusedInterval = refusedInterval
        self.failing = failing
        self.hasSources = hasSources
    }

    private func check(_ name: String) throws(Status) {
        if failing.contains(name) { throw Status(.unavailable, "The worker ended.") }
    }

    static func metric(_ key: String, kind: String = "cumulative") -> Insights.Metric {
        Insights.Metric(
            metric: key, unit: "count", kind: kind, known: true, samples: 12,
            firstDay: today.advanced(by: -99), lastDay: today, sources: ["Watch"])
    }

    func request(
        path: [String: String] = [:], query: [String: String] = [:], form: [String: String] = [:]
    ) -> WebRequest {
        WebRequest(
            parameters: path, query: query, form: form,
            visitor: Visitor(profile: "sam", formToken: "secret", language: "en"),
            client: Client(inProcess: self))
    }

    /// The page of a route; nil for other replies.
    func page(
        _ path: String, _ request: WebRequest, _ method: WebRoute.Method = .get
    ) async throws -> Page? {
        guard case .page(let page) = try await reply(path, request, method) else { return nil }
        return page
    }

    func reply(
        _ path: String, _ request: WebRequest, _ method: WebRoute.Method = .get
    ) async throws -> WebReply {
        guard let route = WebRoutes.all.first(where: { $0.method == method && $0.path == path })
        else { throw Status(.notFound, "There is no route \(path).") }
        return try await route.handle(request)
    }

    private func record(_ text: String) { requests.withLock { $0.append(text) } }

    func register(on router: inout Router) {
        router.handle(Insights.metrics) { _, _ in
            try self.check("metrics")
            return Insights.MetricsResponse(metrics: self.metrics)
        }
        router.handle(Insights.window) { request, _ in
            try self.check(request.name)
            return self.window(request)
        }
        router.handle(Insights.trends) { request, _ in
            if let interval = request.interval, interval == self.refusedInterval {
                throw Status(.failedPrecondition, "The data spans too few days.")
            }
            var trends = Self.trends(value: self.value, request)
            if !self.hasSources {
                trends.streak = Insights.Streak(
                    current: 1, best: 1, lastDate: Self.today, lastValue: nil)
            }
            return trends
        }
        router.handle(Insights.sources) { _, _ in
            Insights.SourcesResponse(
                metric: "stepCount", order: ["Watch", "<b>Phone"], isChosen: false,
                sources: self.hasSources
                    ? [
                        Insights.Source(
                            name: "Watch", device: "", class: "watch", samples: 3,
                            firstDay: Self.today, lastDay: Self.today)
                    ] : [])
        }
        router.handle(Sources.setOrder) { request, _ in
            self.record("order \(request.metric) \(request.order.joined(separator: ","))")
            return Sources.SetOrderResponse(version: 2)
        }
        router.handle(Statistics.annotations) { _, _ in
            Statistics.AnnotationsResponse(annotations: [
                Statistics.Annotation(
                    id: "n1", date: Self.today, text: "<img onerror=x>", activity: nil)
            ])
        }
        router.handle(Statistics.annotate) { request, _ in
            self.record("annotate \(request.text)")
            return Statistics.Annotation(
                id: "n2", date: request.on ?? Self.today, text: request.text, activity: nil)
        }
        router.handle(Insights.workouts) { _, _ in
            Insights.WorkoutsResponse(workouts: [Self.workout])
        }
        router.handle(Insights.workout) { request, _ in
            guard request.id == "w1" else {
                throw Status(.notFound, "There is no workout \"\(request.id)\".")
            }
            return Self.workout
        }
        router.handle(Insights.route) { request, _ in Self.route(from: request.first) }
        router.handle(Insights.sleep) { _, _ in Insights.SleepResponse(nights: [Self.night]) }
    }

    private func window(_ request: Insights.WindowRequest) -> Insights.WindowResponse {
        record("window \(request.name)")
        let last =
            request.before.map { $0.advanced(by: -1) }
            ?? request.after.map { min($0.advanced(by: 14), Self.today) } ?? Self.today
        let days = (0..<(request.visible ?? 21)).map { back in
            Insights.WindowResponse.Day(
                date: last.advanced(by: back - (request.visible ?? 21) + 1),
                value: back == 3 ? nil : value)
        }
        return Insights.WindowResponse(
            metric: request.name, unit: "count", days: days, earliest: days.first?.date,
            latest: last, hasOlder: value != nil, hasNewer: last < Self.today,
            averageOverDays: value, version: 1, stale: false)
    }

    static func trends(
        value: Double?, _ request: Insights.TrendsRequest
    ) -> Insights.TrendsResponse {
        func bucket(_ index: Int, _ value: Double) -> Insights.Bucket {
            let start = today.advanced(by: 7 * (index - 3))
            return Insights.Bucket(
                startDate: start, endDate: start.advanced(by: 6), interval: .week,
                displayLabel: "week \(index)", averageValue: value + Double(index),
                minValue: value, maxValue: value + 10, sampleCount: 5, weightedAverage: value,
                rawMin: value, rawMax: value, sum: value * 7, days: 7, partial: index == 3)
        }
        let series = value.map { value in (0...3).map { bucket($0, value) } } ?? []
        let isCompared = request.compare != nil
        return Insights.TrendsResponse(
            metric: "stepCount", unit: "count", kind: "cumulative", interval: .week,
            isAutomatic: request.interval != "week", remembered: nil,
            availableIntervals: [.day, .week],
            dataSpanDays: 27, series: series, daily: [],
            previous: isCompared ? Array(series.prefix(1)) : nil,
            change: isCompared && !series.isEmpty
                ? Insights.Change(absolute: -1, percent: -7.25, verdict: "loss") : nil,
            compared: isCompared
                ? Insights.ComparedPeriods(
                    earlier: .init(from: today, to: today, label: "week 1"),
                    later: .init(from: today, to: today, label: "week 2"), reason: nil) : nil,
            forecast: request.predict.map { _ in
                [1, 2].map {
                    Insights.ForecastDay(
                        date: today.advanced(by: 4 + $0), value: 9, low: 8, high: 10)
                }
            }, version: 1, stale: false)
    }

    static let workout = Insights.WorkoutItem(
        id: "w1", type: "TraditionalStrengthTraining", start: "\(today)T09:14:00+01:00",
        end: "\(today)T09:58:00+01:00", seconds: 2631, source: "<img onerror=x>",
        statistics: [:], distanceMeters: 8120,
        routes: [Workout.Route(file: "r.gpx", points: 9, distanceMeters: 2500)],
        events: [
            .init(type: "Lap", start: "\(today)T09:14:00+01:00", seconds: 302),
            .init(type: "Lap", start: "\(today)T09:19:02+01:00", seconds: 306.4),
        ], activities: [], metadata: [:])

    /// 2.5 km to the north, the first kilometre in 5 minutes and the others in 6, in pages of four.
    static func route(from first: Int) -> Insights.RouteResponse {
        let seconds: [Int64] = [0, 150, 300, 480, 660, 840]
        let points = seconds.enumerated().map { index, second in
            let meters = Double(index) * 500
            return Insights.RoutePosition(
                segment: 0, time: 1_700_000_000_000 + second * 1000,
                latitude: meters / 111_195, longitude: 0)
        }
        let page = points.dropFirst(first).prefix(4)
        let end = first + page.count
        return Insights.RouteResponse(
            points: Array(page), next: end < points.count ? end : nil)
    }

    static let night = Insights.Night(
        day: today, start: "\(today.advanced(by: -1))T23:12:00+01:00",
        end: "\(today)T06:58:00+01:00", inBedMinutes: 466, asleepMinutes: 441,
        stages: Insights.Stages(core: 242, deep: 95, rem: 104, unspecified: 0, awake: 25),
        naps: [],
        intervals: [
            .init(stage: "core", offset: 0, minutes: 242),
            .init(stage: "awake", offset: 242, minutes: 25),
            .init(stage: "rem", offset: 267, minutes: 104),
            .init(stage: "deep", offset: 371, minutes: 95),
        ])
}

/// The values of the attribute `id`, in order.
func identifiers(_ markup: String) -> [String] {
    markup.split(separator: " id=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
}
