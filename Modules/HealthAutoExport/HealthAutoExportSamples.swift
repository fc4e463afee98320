import CivilTime
import PluginKit

/// The output of the readers of a file: finds the series of each value, and counts for the report.
final class HealthAutoExportSamples {
    var batches: SampleBatches
    private var offsets: [String: Int] = [:]
    /// The day that was noted last.
    private var lastDay: CivilDate?
    /// The series of the last value: neighbours mostly have the same.
    private var recent: (origin: Origin, series: SeriesHandle, factor: Double)?
    /// The day of the last total of a day, with its instants.
    private var recentDay: (day: CivilDate, range: Range<Int64>)?
    /// The source of the last object in its usual form, empty without one, and its text.
    private var lastSource: (bytes: [UInt8], text: String?) = ([], nil)
    /// The zones of the days of totals of days.
    private let zones: ZoneHistory

    static let defaultSource = "Health Auto Export"
    private static let dayLimit = 10_000

    init(_ batches: SampleBatches, _ zones: ZoneHistory) {
        self.batches = batches
        self.zones = zones
    }

    /// The properties of a value that its series depends on.
    private struct Origin: Hashable {
        var metric: String
        var units: String
        var source: String
        var resolution: SeriesDescription.Resolution
    }

    /// Appends a value and the extremes of a total with their unit in the file.
    func append(
        _ value: Double, _ metric: String, _ units: String, _ source: String?,
        _ range: Range<Int64>, _ resolution: SeriesDescription.Resolution,
        extremes: Extremes = Extremes(), details: [SampleDetail] = [],
        _ location: @autoclosure () -> ItemLocation
    ) throws {
        let origin = Origin(
            metric: metric, units: units, source: source ?? Self.defaultSource,
            resolution: resolution)
        if let recent, recent.origin == origin {
            return try batches.append(
                recent.series, start: range.lowerBound, end: range.upperBound,
                value: value * recent.factor,
                details: extremes.details(factor: recent.factor) + details, from: location())
        }
        let (unit, factor) = HealthAutoExportNames.unit(units, of: metric)
        do {
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: unit, source: origin.source, resolution: resolution))
            recent = (origin, series, factor)
            try batches.append(
                series, start: range.lowerBound, end: range.upperBound, value: value * factor,
                details: extremes.details(factor: factor) + details, from: location())
        } catch let mismatch as UnitMismatch {
            try quarantine(mismatch, of: metric, location())
        }
    }

    /// Quarantines a point whose unit is of another dimension.
    func quarantine(
        _ mismatch: UnitMismatch, of metric: String, _ location: ItemLocation
    ) throws {
        try batches.quarantine(
            location, type: metric,
            reason: "its unit \"\(mismatch.unit)\" does not measure what "
                + "\"\(mismatch.canonicalUnit)\" measures")
    }

    /// The instants of a point: a time, or a civil day in the zones of the profile, since the text states a
    /// day and the phone may have been in another zone.
    func instants(of date: HealthAutoExportDate.Parsed, _ span: PointSpan) -> Range<Int64> {
        guard span.isDays else { return date.instant..<date.instant + span.length }
        if let recentDay, recentDay.day == date.day { return recentDay.range }
        let start = zones.startOfDay(date.day)
        let range = start..<max(start + 1, zones.startOfDay(date.day.advanced(by: 1)))
        recentDay = (date.day, range)
        return range
    }

    /// The text of a source, the default one if it is empty; nil if it is not UTF-8.
    func source(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return Self.defaultSource }
        if !lastSource.bytes.elementsEqual(bytes) {
            lastSource = (Array(bytes), String(validating: bytes, as: UTF8.self))
        }
        return lastSource.text
    }

    /// Notes the offset of a date for the report, one for each day.
    func note(_ date: HealthAutoExportDate.Parsed) {
        guard date.day != lastDay, offsets.count < Self.dayLimit else { return }
        lastDay = date.day
        offsets["\(date.day)"] = Int(date.offset)
    }

    /// Completes the output of a file with the noted offsets.
    func finish() throws {
        try batches.setUTCOffsets(offsets)
    }
}

extension ItemLocation {
    /// The location of a value of a file, with its first 1,024 bytes.
    init(_ value: UnsafeRawBufferPointer, _ offset: Int64) {
        self.init(
            offset: offset, line: 0,
            text: String(decoding: value.prefix(Self.quotedBytes), as: UTF8.self))
    }

    private static let quotedBytes = 1024
}
