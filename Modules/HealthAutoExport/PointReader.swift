import JSON
import PluginKit

/// Reads the points of metrics other than sleep.
struct PointReader {
    let samples: HealthAutoExportSamples

    /// The metric of a point with the key of its samples.
    struct Origin {
        var metric: HealthAutoExportOutline.Metric
        var key: String
    }

    /// Appends the points in the usual form that the bytes begin with.
    /// - Returns: Their length; ``read(_:of:_:)`` reads the next point.
    func readPlainPoints(
        _ bytes: UnsafeRawBufferPointer, of origin: Origin, _ offset: Int64
    ) throws -> Int {
        guard origin.metric.name != PressurePoint.metric, !EventPoint.keys.contains(origin.key)
        else { return 0 }
        return try PlainPoint.readAll(in: bytes) { point in
            guard let value = point.value, let source = samples.source(point.source) else {
                return false
            }
            try append(
                value, point.extremes, of: origin, source, point.date,
                ItemLocation(
                    UnsafeRawBufferPointer(rebasing: bytes[point.range]),
                    offset + Int64(point.range.lowerBound)))
            return true
        }
    }

    /// Appends or quarantines a point.
    func read(_ record: JSONRecord, of origin: Origin, _ location: ItemLocation) throws {
        let metric = origin.metric
        guard let date = record.date("date") else {
            return try samples.batches.quarantine(
                location, type: metric.type, reason: "its date is not valid")
        }
        samples.note(date)
        if metric.name == PressurePoint.metric {
            return try PressurePoint.read(record, metric, date, into: samples, location)
        }
        if origin.key == EventPoint.sexualActivity {
            return try EventPoint.readCounters(record, origin, date, into: samples, location)
        }
        guard let value = record.number("qty") ?? record.number("Avg") else {
            return try samples.batches.quarantine(
                location, type: metric.type, reason: "it has no value")
        }
        ignoreMetadata(of: record)
        if EventPoint.keys.contains(origin.key) {
            return try EventPoint.read(record, origin, value, date, into: samples, location)
        }
        try append(
            value, Extremes(record), of: origin, record.text("source"), date,
            details: Self.details(of: record), location)
    }

    private func append(
        _ value: Double, _ extremes: Extremes, of origin: Origin, _ source: String?,
        _ date: HealthAutoExportDate.Parsed, details: [SampleDetail] = [],
        _ location: @autoclosure () -> ItemLocation
    ) throws {
        samples.note(date)
        let span = origin.metric.span
        let isTotal = extremes.differ(from: value)
        try samples.append(
            value, origin.key, origin.metric.units, source, samples.instants(of: date, span),
            span.resolution(isTotal: isTotal), extremes: isTotal ? extremes : Extremes(),
            details: details, location())
    }

    /// Counts the members that are not stored.
    private func ignoreMetadata(of record: JSONRecord) {
        for name in ["reason", "value"] where record.text(named: name) != nil {
            samples.batches.ignoreMetadata([name: 1])
        }
    }

    /// The meal time of a blood glucose, as HealthKit's number.
    private static func details(of record: JSONRecord) -> [SampleDetail] {
        switch record.text("mealTime")?.lowercased() {
        case "before meal": [.mealTime("1")]
        case "after meal": [.mealTime("2")]
        default: []
        }
    }
}

extension PointSpan {
    /// The resolution of the series of a point. A total without a span of whole minutes is one of a minute.
    func resolution(isTotal: Bool) -> SeriesDescription.Resolution {
        switch length {
        case 0: isTotal ? .minute : .raw
        case 60_000: .minute
        case 3_600_000: .hour
        default: .day
        }
    }
}
