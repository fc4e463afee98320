import JSON
import PluginKit

/// Reads the points of sleep: single stages, and the totals of nights.
final class SleepReader {
    private let samples: HealthAutoExportSamples
    /// The series of the last stage: neighbours mostly have the same.
    private var recent: (source: String, isTotal: Bool, series: SeriesHandle)?

    /// The name of the metric in a file.
    static let metric = "sleep_analysis"

    init(_ samples: HealthAutoExportSamples) {
        self.samples = samples
    }

    /// Appends the single stages in the usual form that the bytes begin with.
    /// - Returns: Their length; ``read(_:_:)`` reads the next point.
    func readPlainStages(_ bytes: UnsafeRawBufferPointer, _ offset: Int64) throws -> Int {
        try PlainStage.readAll(in: bytes) { stage in
            guard let start = stage.start, let end = stage.end, let value = stage.stage,
                let source = samples.source(stage.source)
            else { return false }
            samples.note(start)
            try samples.batches.append(
                value, to: series(source, isTotal: false), start: start.instant, end: end.instant,
                from: ItemLocation(
                    UnsafeRawBufferPointer(rebasing: bytes[stage.range]),
                    offset + Int64(stage.range.lowerBound)))
            return true
        }
    }

    /// Appends, ignores or quarantines a point.
    func read(_ record: JSONRecord, _ location: ItemLocation) throws {
        guard let point = SleepPoint(record) else {
            return try samples.batches.quarantine(
                location, type: "sleepAnalysis", reason: "its stage or its dates are not valid")
        }
        if let date = record.date("sleepStart") ?? record.date("startDate") { samples.note(date) }
        guard !point.parts.isEmpty else { return samples.batches.ignore(of: "sleepAnalysis") }
        let series = try series(point.source, isTotal: point.isAggregate)
        for part in point.parts {
            try samples.batches.append(
                part.stage, to: series, start: part.start, end: part.end, from: location)
        }
    }

    private func series(_ source: String, isTotal: Bool) throws -> SeriesHandle {
        if let recent, recent.isTotal == isTotal, recent.source == source { return recent.series }
        let series = try samples.batches.series(
            SeriesDescription(
                metric: "sleepAnalysis", unit: "category", source: source,
                resolution: isTotal ? .day : .raw))
        recent = (source, isTotal, series)
        return series
    }
}
