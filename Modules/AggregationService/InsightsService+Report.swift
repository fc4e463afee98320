import Aggregation
import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker

extension InsightsService {
    /// The report of a period: the tracker worker answers the tracker's part, the rest comes from day
    /// totals.
    func report(
        _ request: Insights.ReportRequest, _ context: CallContext
    ) async throws -> Insights.ReportResponse {
        let period = try await client.call(
            Statistics.period,
            Statistics.PeriodRequest(period: request.period, on: request.on),
            context.forwardedOptions)
        let lookup = MetricLookup(
            try await client.call(Days.names, Empty(), context.forwardedOptions))
        let stored = lookup.numbered.filter { $0.activity == nil }
        // Weights that were logged are days of body mass without imported samples.
        let weight = lookup.found(HealthLinks.weightMetric)
        let matches = stored.contains(weight) ? stored : stored + [weight]
        let daily = Set(request.daily ?? [])
        var metrics: [Insights.ReportMetric] = []
        var isStale = false
        for match in matches.sorted(by: { $0.key < $1.key }) {
            var subject = try await subject(match, context)
            subject.goalDirection = try await goalDirection(of: match, on: request.on, context)
            let metric = Insights.ReportMetric(
                subject, in: period, hasDaily: daily.contains(match.key))
            guard let metric else { continue }
            metrics.append(metric)
            isStale = isStale || subject.days.page.stale
        }
        return Insights.ReportResponse(
            label: period.label, from: period.from, to: period.to, through: period.through,
            previous: period.previous, days: period.days, activities: period.activities,
            goals: period.goals, metrics: metrics, milestones: period.milestones, stale: isStale)
    }
}

extension Insights.ReportMetric {
    /// Nil if neither the period nor the one before has a day with data.
    fileprivate init?(
        _ subject: TrendSubject, in period: Statistics.PeriodResponse, hasDaily: Bool
    ) {
        let metric = subject.metric
        let points = subject.days.totals.points(of: metric.dayValue)
        let now = points.filter { period.from <= $0.date && $0.date <= period.through }
        let before = points.filter {
            period.previous.from <= $0.date && $0.date <= period.previous.to
        }
        guard !now.isEmpty || !before.isEmpty else { return nil }
        func mean(_ points: [DayPoint]) -> Double? {
            points.isEmpty ? nil : points.reduce(0) { $0 + $1.value } / Double(points.count)
        }
        let show = metric.display
        let average = mean(now).map(show.converted)
        let previous = mean(before).map(show.converted)
        let change = average.flatMap { average in
            previous.map {
                PeriodChange(from: $0, to: average, direction: subject.goalDirection)
            }
        }
        self.init(
            metric: metric.key, unit: metric.unit, kind: metric.kind.rawValue, days: now.count,
            average: average,
            minValue: now.map(\.value).min().map(show.converted),
            maxValue: now.map(\.value).max().map(show.converted), previousDays: before.count,
            previousAverage: previous, change: change.map(Insights.Change.init),
            daily: hasDaily
                ? now.map {
                    Insights.Day(
                        date: $0.date, averageValue: show.converted($0.value),
                        sampleCount: $0.sampleCount)
                } : nil)
    }
}
