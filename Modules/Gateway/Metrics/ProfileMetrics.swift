import CivilTime
import Contracts
import RPC

/// The current values of a profile.
struct ProfileMetrics {
    /// Metrics of one exposition; the others are left out.
    private static let metricLimit = 200

    let bus: Client
    let options: CallOptions

    /// - Throws: The status of a failed call.
    func families() async throws -> [MetricFamily] {
        try await health() + activities()
    }

    /// The last day of each metric.
    private func health() async throws -> [MetricFamily] {
        var value = MetricFamily(
            "dayline_day_value",
            "Last day total of a metric: the sum if it is cumulative or a duration, else the average."
        )
        var start = MetricFamily(
            "dayline_day_start_seconds", unit: "seconds",
            "Day of dayline_day_value at 00:00 UTC, in seconds since 1970.")
        var samples = MetricFamily("dayline_stored_samples", "Stored samples of a metric.")
        let metrics = try await bus.call(Insights.metrics, .init(), options).metrics
        for metric in metrics.prefix(Self.metricLimit) where metric.samples > 0 {
            samples.add(metric.samples, ["metric": metric.metric])
            guard let last = metric.lastDay else { continue }
            let days = try await bus.call(
                Insights.days, .init(name: "metric:\(metric.metric)", from: last, to: last),
                options)
            guard let day = days.days.last else { continue }
            let isTotal = ["cumulative", "duration"].contains(days.kind)
            guard let number = isTotal ? day.sum : day.average else { continue }
            value.add(number, ["metric": metric.metric, "unit": days.unit])
            start.add(Double(day.day.days) * 86_400, ["metric": metric.metric])
        }
        return [value, start, samples]
    }

    /// The agenda of today.
    private func activities() async throws -> [MetricFamily] {
        let today = try await bus.call(Journal.today, .init(), options)
        var progress = MetricFamily(
            "dayline_day_progress_ratio", unit: "ratio", "Done share of today, 0 to 1.")
        progress.add(today.progress)
        var items = MetricFamily("dayline_items", "Items of today by state.")
        items.add(today.slots.reduce(0) { $0 + $1.items.count }, ["state": "open"])
        items.add(today.completed.count, ["state": "completed"])
        items.add(today.skipped.count, ["state": "skipped"])
        var reminders = MetricFamily("dayline_open_reminders", "Open reminders.")
        reminders.add(today.reminders.count)
        return [progress, items, reminders]
    }
}
