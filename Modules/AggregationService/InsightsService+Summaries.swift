import Aggregation
import CivilTime
import Contracts
import HealthMetrics
import RPC
import Synchronization

extension InsightsService {
    /// Compares day totals with Apple's activity summaries, for the metrics that a summary has.
    func summaryDifferences(
        _ request: Insights.SummaryDifferencesRequest, _ context: CallContext
    ) async throws -> Insights.SummaryDifferencesResponse {
        guard request.bound >= 0 else {
            throw Status(
                .invalidArgument, "The bound \(request.bound) is negative.",
                hint: "Use a share of the total, such as 0.05 for 5 %.")
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
            var exported = summaries.compactMapValues { $0.value(of: twin, in: metric.unit) }
            guard !exported.isEmpty else { continue }
            var totals = try await cache.days(metric.key, context).totals.days[...]
            if request.isWholeDaysOnly == true {
                totals = totals.dropFirst().dropLast()
                guard let first = totals.first?.day, let last = totals.last?.day else { continue }
                exported = exported.filter { (first...last).contains($0.key) }
            }
            result.compare(
                Dictionary(
                    uniqueKeysWithValues: totals.lazy.map { ($0.day, metric.summaryValue(of: $0)) }),
                exported, of: metric, bound: request.bound)
        }
        result.differences.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        result.onlyOurs.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        result.onlyApples.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        return result
    }
}

extension Insights.SummaryDifferencesResponse {
    /// Compares the totals of one metric; a total of 0 counts as missing.
    fileprivate mutating func compare(
        _ computed: [CivilDate: Double], _ exported: [CivilDate: Double], of metric: Metric,
        bound: Double
    ) {
        for (day, exportedTotal) in exported {
            guard let total = computed[day], total > 0 else {
                onlyApples.append(
                    Insights.SummaryTotal(
                        day: day, metric: metric.key, unit: metric.summaryUnit, value: exportedTotal
                    ))
                continue
            }
            compared += 1
            guard (total - exportedTotal).magnitude > bound * max(total, exportedTotal) else {
                continue
            }
            differences.append(
                Insights.SummaryDifference(
                    day: day, metric: metric.key, unit: metric.summaryUnit, ours: total,
                    apples: exportedTotal))
        }
        guard let first = exported.keys.min(), let last = exported.keys.max() else { return }
        for (day, total) in computed
        where total > 0 && exported[day] == nil && (first...last).contains(day) {
            onlyOurs.append(
                Insights.SummaryTotal(
                    day: day, metric: metric.key, unit: metric.summaryUnit, value: total))
        }
    }
}

extension Metric {
    /// The day total in the form of Apple's summary.
    fileprivate func summaryValue(of total: DayTotal) -> Double {
        // A stand hour has the value 0, an idle hour 1; the summary counts the stand hours.
        kind == .category ? Double(total.count) - total.rawSum : total.sum
    }

    fileprivate var summaryUnit: String { kind == .category ? "hr" : unit }
}

extension ActivitySummary {
    /// Apple's total in a metric's unit; nil if it is missing or 0. A watch writes 0 for a total
    /// that it does not count, such as move time where it counts energy.
    fileprivate func value(of name: String, in metricUnit: String) -> Double? {
        guard let value = values[name] ?? Self.otherName[name].flatMap({ values[$0] }), value > 0
        else { return nil }
        guard metricUnit == "kcal" else { return value }
        return (try? UnitConversion(from: unit, to: metricUnit))?.converted(value)
    }

    /// The keys of values in other versions of the export format.
    private static let otherName = ["appleMoveTime": "appleMoveMinutes"]
}
