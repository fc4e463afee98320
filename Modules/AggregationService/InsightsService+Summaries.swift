import Aggregation
import CivilTime
import Contracts
import Metrics
import RPC
import Synchronization

extension InsightsService {
    /// Compares our day totals with Apple's own, where a metric has a twin among them.
    func summaryDifferences(
        _ request: Insights.SummaryDifferencesRequest, _ context: CallContext
    ) async throws -> Insights.SummaryDifferencesResponse {
        guard request.bound >= 0 else {
            throw Status(
                .invalidArgument, "A bound is a part of the total.", hint: "Use 0.05 for 5 %.")
        }
        let found = Mutex<[CivilDate: ActivitySummary]>([:])
        _ = try await client.stream(HealthRows.summaries, Empty(), context.forwardedOptions) {
            page in
            found.withLock { summaries in
                for summary in page.summaries {
                    guard let day = CivilDate(summary.day), day >= (request.from ?? day),
                        day <= (request.to ?? day)
                    else { continue }
                    summaries[day] = summary
                }
            }
        }
        let summaries = found.withLock { $0 }
        var result = Insights.SummaryDifferencesResponse(
            compared: 0, differences: [], onlyOurs: [], onlyApples: [])
        for metric in Metric.all {
            guard let twin = metric.summaryAttribute else { continue }
            var apples = summaries.compactMapValues { $0.value(of: twin, in: metric.unit) }
            guard !apples.isEmpty else { continue }
            var totals = try await cache.days(metric.key, context).totals.days[...]
            if request.isWholeDaysOnly == true {
                totals = totals.dropFirst().dropLast()
                guard let first = totals.first?.day, let last = totals.last?.day else { continue }
                apples = apples.filter { (first...last).contains($0.key) }
            }
            result.compare(
                Dictionary(
                    uniqueKeysWithValues: totals.lazy.map { ($0.day, metric.summaryValue(of: $0)) }),
                apples, of: metric, bound: request.bound)
        }
        result.differences.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        result.onlyOurs.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        result.onlyApples.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        return result
    }
}

extension Insights.SummaryDifferencesResponse {
    /// Adds what two sides tell of a metric; a total of 0 is none.
    fileprivate mutating func compare(
        _ ours: [CivilDate: Double], _ apples: [CivilDate: Double], of metric: Metric, bound: Double
    ) {
        for (day, theirs) in apples {
            guard let own = ours[day], own > 0 else {
                onlyApples.append(
                    Insights.SummaryTotal(
                        day: day, metric: metric.key, unit: metric.summaryUnit, value: theirs))
                continue
            }
            compared += 1
            guard (own - theirs).magnitude > bound * max(own, theirs) else { continue }
            differences.append(
                Insights.SummaryDifference(
                    day: day, metric: metric.key, unit: metric.summaryUnit, ours: own,
                    apples: theirs))
        }
        guard let first = apples.keys.min(), let last = apples.keys.max() else { return }
        for (day, own) in ours
        where own > 0 && apples[day] == nil && (first...last).contains(day) {
            onlyOurs.append(
                Insights.SummaryTotal(
                    day: day, metric: metric.key, unit: metric.summaryUnit, value: own))
        }
    }
}

extension Metric {
    /// What Apple's summary tells of a day.
    fileprivate func summaryValue(of total: DayTotal) -> Double {
        // Of hours that are stood, which are 0, or idle, which are 1, those stood are counted.
        kind == .category ? Double(total.count) - total.rawSum : total.sum
    }

    fileprivate var summaryUnit: String { kind == .category ? "hr" : unit }
}

extension ActivitySummary {
    /// Apple's total in a metric's unit. Nil when the summary has none: 0 for what that person's
    /// watch does not count, as time of moving is where energy is counted.
    fileprivate func value(of name: String, in metricUnit: String) -> Double? {
        guard let value = values[name] ?? Self.otherName[name].flatMap({ values[$0] }), value > 0
        else { return nil }
        guard metricUnit == "kcal" else { return value }
        return (try? UnitConversion(from: unit, to: metricUnit))?.converted(value)
    }

    /// What other versions of the format call a value.
    private static let otherName = ["appleMoveTime": "appleMoveMinutes"]
}
