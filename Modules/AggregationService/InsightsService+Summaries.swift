import Aggregation
import CivilTime
import Contracts
import Metrics
import RPC
import Synchronization

extension InsightsService {
    /// Compares our day totals with Apple's own, where a metric has a twin among them.
    func summaryDifferences(
        _ request: Insights.AskSummaryDifferences, _ context: CallContext
    ) async throws -> Insights.SummaryDifferences {
        guard request.bound >= 0 else {
            throw Status(
                .invalidArgument, "A bound is a part of the total.", hint: "Use 0.05 for 5 %.")
        }
        let found = Mutex<[CivilDate: ActivitySummary]>([:])
        _ = try await client.stream(StoredRows.summaries, Empty(), context.onward) { page in
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
        var compared = 0
        var differences: [Insights.SummaryDifference] = []
        for metric in Metric.all where metric.kind == .cumulative {
            guard let twin = metric.summaryTwin else { continue }
            for total in try await cache.days(metric.key, context).totals.days {
                guard let summary = summaries[total.day],
                    let apples = summary.value(of: twin, in: metric.unit)
                else { continue }
                compared += 1
                let distance = (total.sum - apples).magnitude
                guard distance > request.bound * max(total.sum, apples) else { continue }
                differences.append(
                    Insights.SummaryDifference(
                        day: total.day, metric: metric.key, unit: metric.unit, ours: total.sum,
                        apples: apples))
            }
        }
        differences.sort { ($0.day, $0.metric) < ($1.day, $1.metric) }
        return Insights.SummaryDifferences(compared: compared, differences: differences)
    }
}

extension ActivitySummary {
    /// Apple's total in a metric's unit. Nil when the summary has none: 0 for what that person's
    /// watch does not count, as time of moving is where energy is counted.
    fileprivate func value(of name: String, in metricUnit: String) -> Double? {
        guard let value = values[name], value > 0 else { return nil }
        guard metricUnit == "kcal" else { return value }
        return (try? UnitConversion(from: unit, to: metricUnit))?.converted(value)
    }
}
