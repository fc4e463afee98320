import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC
import Samples

extension InsightsService {
    func beats(
        _ request: Insights.DayRangeRequest, _ context: CallContext
    ) async throws -> Insights.BeatsResponse {
        let (history, extent) = try await extent(
            of: HeartbeatSeries.measurement, request.zone, context)
        guard let days = try extent.within(request.from, request.to) else {
            return Insights.BeatsResponse(measurements: [])
        }
        guard days.lowerBound.distance(to: days.upperBound) < Self.dayLimit else {
            throw Status(
                .invalidArgument,
                "The range \(days.lowerBound)..\(days.upperBound) is longer than \(Self.dayLimit) days.",
                hint: "Ask for \(Self.dayLimit) days at most, with from and to.")
        }
        func points(_ metric: String) async throws -> [HeartPoint] {
            let range = Folds.ChunksRequest(
                metric: metric, from: days.lowerBound, to: days.upperBound, in: history)
            let points = try await fold.reader.reduce(
                range, context.forwardedOptions, into: [HeartPoint]()
            ) { points, chunk in
                let columns = chunk.columns
                points += columns.starts.indices.map { index in
                    HeartPoint(
                        start: columns.starts[index], end: columns.ends[index],
                        value: columns.values[index], key: chunk.series.row.key)
                }
            }
            return points.filter { $0.start >= range.from && $0.start < range.to }
                .sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
        }
        let measured = try await points(HeartbeatSeries.measurement)
        let beats = Dictionary(
            grouping: try await points(HeartbeatSeries.metric), by: \.sourceAndDevice)
        return Insights.BeatsResponse(
            measurements: measured.map { measurement in
                Insights.Measurement(
                    start: history.text(at: measurement.start),
                    end: history.text(at: measurement.end), source: measurement.key.source,
                    variability: measurement.value,
                    beats: measurement.selecting(from: beats[measurement.sourceAndDevice] ?? []).map
                    {
                        Insights.Beat(offset: $0.start - measurement.start, rate: $0.value)
                    })
            })
    }

    private static let dayLimit = 92
}

/// A measurement of heart rate variability, or a beat within one.
private struct HeartPoint: Sendable {
    struct SourceAndDevice: Hashable {
        var source: String
        var device: String
    }

    var start: Int64
    var end: Int64
    var value: Double
    var key: SeriesKey

    var sourceAndDevice: SourceAndDevice {
        SourceAndDevice(source: key.sourceKey, device: key.device)
    }

    /// The beats within the measurement; `beats` are of the same source and ascend by start.
    func selecting(from beats: [HeartPoint]) -> ArraySlice<HeartPoint> {
        func first(notBefore instant: Int64) -> Int {
            var low = 0
            var high = beats.count
            while low < high {
                let middle = (low + high) / 2
                if beats[middle].start < instant { low = middle + 1 } else { high = middle }
            }
            return low
        }
        let range = HeartbeatSeries.range(from: start, to: end)
        return beats[first(notBefore: range.lowerBound)..<first(notBefore: range.upperBound)]
    }
}
