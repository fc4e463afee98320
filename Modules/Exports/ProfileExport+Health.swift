import CivilTime
import Contracts
import RPC

extension ProfileExport {
    /// Writes the tables of health data.
    func health() async throws -> [String: Int] {
        let metrics = try await client.call(Insights.metrics, .init(), options).metrics
            .filter { $0.samples > 0 }
        var counts = [
            "metrics": try await append(metrics.map(Self.row), to: .metrics), "samples": 0,
            "days": 0, "workouts": 0, "nights": 0,
        ]
        for metric in metrics {
            counts["samples", default: 0] += try await samples(of: metric)
        }
        for metric in metrics { counts["days", default: 0] += try await days(of: metric) }
        for range in pages(of: metrics) {
            let workouts = try await client.call(
                Insights.workouts, .init(from: range.from, to: range.to), options)
            counts["workouts", default: 0] += try await append(
                workouts.workouts.map(Self.row), to: .workouts)
            let nights = try await client.call(
                Insights.sleep, .init(from: range.from, to: range.to), options)
            counts["nights", default: 0] += try await append(
                nights.nights.map(Self.row), to: .nights)
        }
        return counts
    }

    private func samples(of metric: Insights.Metric) async throws -> Int {
        let sink = sink
        let reply = try await client.stream(
            SampleStreams.read, .init(name: "metric:\(metric.metric)", from: from, to: to), options
        ) { piece in
            let run = SampleRun(
                metric: metric.metric, unit: metric.unit, source: piece.body.source,
                device: piece.body.device, isEntered: piece.body.isEntered,
                starts: try piece.columns.column("start", .int64).array(of: Int64.self),
                ends: try piece.columns.column("end", .int64).array(of: Int64.self),
                values: try piece.columns.column("value", .float64).array(of: Double.self))
            guard run.starts.count == run.values.count, run.ends.count == run.values.count else {
                throw Status(.internal, "Samples of \(metric.metric) have unequal columns.")
            }
            try await sink.append(run)
        }
        guard reply.unit == metric.unit || reply.samples == 0 else {
            throw Status(
                .aborted,
                "The unit of \(metric.metric) changed from \(metric.unit) to \(reply.unit).",
                hint: "Export again.")
        }
        return reply.samples
    }

    private func days(of metric: Insights.Metric) async throws -> Int {
        let reply = try await client.call(
            Insights.days, .init(name: "metric:\(metric.metric)", from: from, to: to), options)
        let isTotal = ["cumulative", "duration"].contains(reply.kind)
        return try await append(
            reply.days.map { day in
                [
                    .text(metric.metric), ExportValue(day.day),
                    ExportValue(isTotal ? day.sum : day.average), .text(reply.unit),
                    ExportValue(day.sum), ExportValue(day.average), ExportValue(day.min),
                    ExportValue(day.max), ExportValue(day.last), ExportValue(day.samples),
                ]
            }, to: .days)
    }

    /// The range of the export in years, so that each response has a bounded size. The first and the
    /// last page are open where the range is.
    private func pages(of metrics: [Insights.Metric]) -> [(from: CivilDate?, to: CivilDate?)] {
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

/// Rows of health data.
extension ProfileExport {
    private static func row(_ metric: Insights.Metric) -> [ExportValue] {
        [
            .text(metric.metric), .text(metric.unit), .text(metric.kind),
            ExportValue(metric.samples), ExportValue(metric.firstDay), ExportValue(metric.lastDay),
        ]
    }

    private static func row(_ workout: Insights.WorkoutItem) -> [ExportValue] {
        [
            .text(workout.id), .text(workout.type), .text(workout.start), .text(workout.end),
            ExportValue(workout.seconds), ExportValue(workout.distanceMeters),
            ExportValue(workout.statistics["activeEnergyBurned"]?.sum),
            ExportValue(workout.statistics["heartRate"]?.average),
            ExportValue(workout.routes.count), .text(workout.source),
        ]
    }

    private static func row(_ night: Insights.Night) -> [ExportValue] {
        [
            ExportValue(night.day), .text(night.start), .text(night.end),
            ExportValue(night.inBedMinutes), ExportValue(night.asleepMinutes),
            ExportValue(night.stages.core), ExportValue(night.stages.deep),
            ExportValue(night.stages.rem), ExportValue(night.stages.unspecified),
            ExportValue(night.stages.awake), ExportValue(night.naps.count),
        ]
    }
}
