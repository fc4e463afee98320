import CivilTime
import Contracts
import RPC

extension ProfileExport {
    /// Writes the tables of health data.
    func health() async throws -> [String: Int] {
        let reader = HealthReader(client: client, options: options, from: from, to: to)
        let metrics = try await reader.metrics()
        var counts = [
            "metrics": try await append(metrics.map(Self.row), to: .metrics), "samples": 0,
            "days": 0, "workouts": 0, "nights": 0,
        ]
        let sink = sink
        for metric in metrics {
            counts["samples", default: 0] += try await reader.samples(of: metric) {
                try await sink.append($0)
            }
        }
        for metric in metrics {
            let reply = try await reader.days(of: metric)
            counts["days", default: 0] += try await append(
                reply.days.map { Self.row($0, of: metric, reply) }, to: .days)
        }
        for range in reader.years(of: metrics) {
            let workouts = try await client.call(
                Insights.workouts, .init(from: range.from, to: range.to), options)
            counts["workouts", default: 0] += try await append(
                workouts.workouts.map(Self.row), to: .workouts)
            counts["nights", default: 0] += try await append(
                reader.nights(in: range).map(Self.row), to: .nights)
        }
        return counts
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

    private static func row(
        _ day: Insights.DaysResponse.Total, of metric: Insights.Metric,
        _ reply: Insights.DaysResponse
    ) -> [ExportValue] {
        let isTotal = ["cumulative", "duration"].contains(reply.kind)
        let names: [ExportValue] = [
            .text(metric.metric), ExportValue(day.day),
            ExportValue(isTotal ? day.sum : day.average), .text(reply.unit),
        ]
        return names + [
            ExportValue(day.sum), ExportValue(day.average), ExportValue(day.min),
            ExportValue(day.max), ExportValue(day.last), ExportValue(day.samples),
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
