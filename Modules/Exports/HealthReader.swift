import CivilTime
import Contracts
import RPC

/// Reads the health data of a range of days over the bus, in parts of bounded size.
struct HealthReader: Sendable {
    let client: Client
    let options: CallOptions
    let from: CivilDate?
    let to: CivilDate?

    /// The metrics with samples.
    func metrics() async throws -> [Insights.Metric] {
        try await client.call(Insights.metrics, .init(), options).metrics
            .filter { $0.samples > 0 }
    }

    /// Calls `handle` for each part of the samples of a metric.
    /// - Returns: The number of samples.
    func samples(
        of metric: Insights.Metric, handle: @escaping @Sendable (SampleRun) async throws -> Void
    ) async throws -> Int {
        let reply = try await client.stream(
            SampleStreams.read, .init(name: "metric:\(metric.metric)", from: from, to: to), options
        ) { piece in
            let run = SampleRun(
                metric: metric.metric, unit: metric.unit, source: piece.body.source,
                device: piece.body.device, isEntered: piece.body.isEntered,
                resolution: piece.body.resolution.rawValue,
                starts: try piece.columns.column("start", .int64).array(of: Int64.self),
                ends: try piece.columns.column("end", .int64).array(of: Int64.self),
                values: try piece.columns.column("value", .float64).array(of: Double.self))
            guard run.starts.count == run.values.count, run.ends.count == run.values.count else {
                throw Status(.internal, "Samples of \(metric.metric) have unequal columns.")
            }
            try await handle(run)
        }
        guard reply.unit == metric.unit || reply.samples == 0 else {
            throw Status(
                .aborted,
                "The unit of \(metric.metric) changed from \(metric.unit) to \(reply.unit).",
                hint: "Export again.")
        }
        return reply.samples
    }

    /// The day totals of a metric.
    func days(of metric: Insights.Metric) async throws -> Insights.DaysResponse {
        try await client.call(
            Insights.days, .init(name: "metric:\(metric.metric)", from: from, to: to), options)
    }

    /// The nights of a range of ``years(of:)``.
    func nights(in range: (from: CivilDate?, to: CivilDate?)) async throws -> [Insights.Night] {
        try await client.call(Insights.sleep, .init(from: range.from, to: range.to), options)
            .nights
    }

    /// The range in years, so that each response has a bounded size. The first and the last part are
    /// open where the range is.
    func years(of metrics: [Insights.Metric]) -> [(from: CivilDate?, to: CivilDate?)] {
        let years = metrics.flatMap { [$0.firstDay?.year, $0.lastDay?.year] }.compactMap(\.self)
        guard let low = years.min(), let high = years.max() else { return [(from, to)] }
        let first = max(low, from?.year ?? low)
        let last = min(high, to?.year ?? high)
        guard first <= last else { return [(from, to)] }
        return (first...last).map { year in
            (
                year == first ? from : CivilDate(year, 1, 1),
                year == last ? to : CivilDate(year, 12, 31)
            )
        }
    }
}
