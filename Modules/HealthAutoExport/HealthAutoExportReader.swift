import CivilTime
import JSON
package import PluginKit

/// Reads the JSON of the app Health Auto Export, as a file or as pushed by HTTP, versions 1 and 2.
package final class HealthAutoExportReader {
    private(set) var batches: SampleBatches
    private let outline: HealthAutoExportOutline
    private var scanner: JSONElementScanner
    private var bytes: Int64 = 0
    private var offsets: [String: Int] = [:]
    /// The day that was noted last.
    private var lastDay: CivilDate?
    /// True if a value of the document was understood.
    private var hasItems = false

    /// The series of the last point: neighbours mostly have the same.
    private var recent: (origin: Origin, series: SeriesHandle, factor: Double)?
    /// The day of the last total of a day, with its instants.
    private var recentDay: (day: CivilDate, range: Range<Int64>)?
    /// The source of the last point in the usual form, empty without one, and its text.
    private var lastSource: (bytes: [UInt8], text: String?) = ([], nil)
    /// The zones of the days of totals of days.
    private let zones: ZoneHistory
    /// Number of extremes that are not stored.
    private var extremes = 0
    /// The key of each metric by its index in the file.
    private let keys: [Int: String]

    /// The properties of a point that its series depends on.
    private struct Origin: Hashable {
        var metric: String
        var units: String
        var source: String
        var length: Int64
        var isSummary: Bool
    }

    static let defaultSource = "Health Auto Export"

    private init(
        _ batches: SampleBatches, _ outline: HealthAutoExportOutline, _ zones: ZoneHistory
    ) {
        self.batches = batches
        self.outline = outline
        self.zones = zones
        keys = outline.metrics.mapValues { HealthAutoExportNames.metric($0.name) }
        scanner = JSONElementScanner { path in
            switch HealthAutoExportPath(path) {
            case .point, .workout, .other: true
            default: false
            }
        }
    }

    /// Reads each JSON document among the parts.
    /// - Throws: An `ImportProblem` if the import has no such document.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let documents = parts.count == 1 ? parts : parts.filter { $0.name.hasSuffix(".json") }
        guard !documents.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no JSON file of Health Auto Export.",
                hint: "In the app choose Export, JSON, and send the file.")
        }
        let zones = try file.zoneHistory()
        var isRecognised = false
        for part in documents {
            var outline = HealthAutoExportOutline()
            _ = try part.read { block in
                try outline.consume(block)
                // Also ends the silence of the first pass.
                try batches.reportProgress(bytesRead: 0, of: part.size)
            }
            // An archive may have other documents beside those of the app.
            if documents.count > 1, !outline.hasKnownKeys { continue }
            isRecognised = true
            let reader = HealthAutoExportReader(batches, outline, zones)
            let ending = try part.read { block in
                try reader.consume(block)
                try reader.batches.reportProgress(bytesRead: reader.bytes, of: part.size)
            }
            try reader.finish(ending, named: part.name)
            batches = reader.batches
        }
        guard isRecognised else { throw unknown(file.name) }
    }

    private static func unknown(_ name: String) -> ImportProblem {
        ImportProblem(
            "\(name) is not a JSON file of Health Auto Export.",
            hint: "In the app choose Export, JSON, and send the file.")
    }

    private func consume(_ block: UnsafeRawBufferPointer) throws {
        bytes += Int64(block.count)
        try scanner.consume(block) { path, rest, offset in
            guard let index = HealthAutoExportPath.metric(ofPoint: path) else { return 0 }
            return try readPlainPoints(rest, of: index, offset)
        } _: { path, bytes, offset in
            let location = Self.location(bytes, offset)
            hasItems = true
            guard let path = HealthAutoExportPath(path) else { return }
            guard let record = JSONRecord(bytes) else {
                return try batches.quarantine(
                    location, type: Self.type(path), reason: "it is not a JSON object")
            }
            switch path {
            case .point(let index):
                try readPoint(
                    record, outline.metrics[index] ?? .init(), keys[index] ?? "", location)
            case .workout: try readWorkout(record, location)
            case .other(let list): batches.ignore(of: list)
            case .metricName, .metricUnits: break
            }
        }
    }

    private static func location(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int64
    ) -> ItemLocation {
        ItemLocation(
            offset: offset, line: 0,
            text: String(decoding: bytes.prefix(quotedBytes), as: UTF8.self))
    }

    /// Bytes of a quarantined value in the report.
    private static let quotedBytes = 1024

    private static func type(_ path: HealthAutoExportPath) -> String {
        if case .workout = path { "Workout" } else { "point" }
    }

    private func finish(_ ending: FilePart.Ending, named name: String) throws {
        guard outline.hasKnownKeys, hasItems || scanner.isComplete || !scanner.overlong.isEmpty
        else {
            let isCut = !hasItems && !scanner.isComplete && scanner.damage == nil && bytes > 0
            guard !isCut else {
                throw ImportProblem(
                    "\(name) is incomplete: it ends before its first value.",
                    hint: "Copy or download the whole file again, then import it.")
            }
            throw Self.unknown(name)
        }
        let count = outline.metrics.count
        batches.setFormat(
            "Health Auto Export JSON with \(count) \(count == 1 ? "metric" : "metrics"); "
                + "this importer was tried on public excerpts only")
        try batches.setUTCOffsets(offsets)
        if extremes > 0 {
            batches.countNested(["Min and Max": ItemCounts(ignored: extremes)])
        }
        for value in scanner.overlong { try quarantine(value) }
        if let damage = scanner.damage {
            batches.reportTruncation(damage, at: scanner.offset)
        } else if case .damaged(let reason) = ending {
            batches.reportTruncation(reason, at: bytes)
        } else if !scanner.isComplete {
            batches.reportTruncation("the file ends before it is complete", at: bytes)
        }
    }

    private func quarantine(_ value: JSONElementScanner.Overlong) throws {
        let type =
            switch HealthAutoExportPath(value.path) {
            case .point(let index): outline.metrics[index]?.type ?? "point"
            case .other(let list): list
            case .workout, .metricName, .metricUnits, nil: "Workout"
            }
        try batches.quarantine(
            ItemLocation(
                offset: value.offset, line: 0, text: String(decoding: value.head, as: UTF8.self)),
            type: type, reason: "it is longer than 16 MiB")
    }

    // MARK: Points

    private func readPoint(
        _ record: JSONRecord, _ metric: HealthAutoExportOutline.Metric, _ key: String,
        _ location: ItemLocation
    ) throws {
        if metric.name == "sleep_analysis" { return try readSleep(record, location) }
        guard let date = record.date("date") else {
            return try batches.quarantine(
                location, type: metric.type, reason: "its date is not valid")
        }
        note(date)
        if metric.name == "blood_pressure" {
            do {
                return try readPressure(record, metric, date, location)
            } catch let mismatch as UnitMismatch {
                return try quarantine(mismatch, of: metric.name, location)
            }
        }
        guard let value = record.number("qty") ?? record.number("Avg") else {
            return try batches.quarantine(
                location, type: metric.type, reason: "it has no value")
        }
        if Self.events.contains(key) {
            return try readEvent(record, metric, key, value, date, location)
        }
        ignoreMetadata(of: record)
        let extremes = [record.number("Min"), record.number("Max")].compactMap(\.self)
        let isSummary = extremes.contains { $0 != value }
        if isSummary { self.extremes += extremes.count }
        try append(
            value, key, metric.units, record.text("source"), from: date, metric.span,
            isSummary: isSummary, details: Self.details(of: record), location)
    }

    /// The metrics of categories, whose points are occurrences and not values.
    private static let events: Set<String> = [
        "mindfulSession", "handwashingEvent", "toothbrushingEvent", "appleStandHour",
    ]

    /// Appends an occurrence: a session of some minutes or seconds, or an hour with standing.
    private func readEvent(
        _ record: JSONRecord, _ metric: HealthAutoExportOutline.Metric, _ key: String,
        _ value: Double, _ date: HealthAutoExportDate.Parsed, _ location: ItemLocation
    ) throws {
        ignoreMetadata(of: record)
        var end = date.instant
        var code = 0.0
        if key == "appleStandHour" {
            // The hours of a total of a day are not known.
            guard !metric.span.isDays else { return batches.ignore(of: "\(metric.name) of a day") }
            end += 3_600_000
            code = value > 0 ? 0 : 1
        } else {
            guard let unit = Self.milliseconds[metric.units], value > 0, value * unit <= 86_400_000
            else {
                return try batches.quarantine(
                    location, type: metric.type,
                    reason: "its quantity is not a duration of at most a day")
            }
            end += Int64((value * unit).rounded())
        }
        let series = try batches.series(
            SeriesDescription(
                metric: key, unit: "category", source: record.text("source") ?? Self.defaultSource,
                resolution: resolution(of: metric.span.length, isSummary: false)))
        try batches.append(series, start: date.instant, end: end, value: code, from: location)
    }

    /// Milliseconds of the units of durations.
    private static let milliseconds: [String: Double] = [
        "s": 1000, "sec": 1000, "min": 60_000, "hr": 3_600_000, "h": 3_600_000,
    ]

    /// Counts the members that are not stored.
    private func ignoreMetadata(of record: JSONRecord) {
        for name in ["reason", "value"] where record.text(named: name) != nil {
            batches.ignoreMetadata([name: 1])
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

    /// Appends the points in the usual form that the bytes begin with.
    /// - Returns: Their length; ``readPoint(_:_:_:_:)`` reads the next point.
    private func readPlainPoints(
        _ bytes: UnsafeRawBufferPointer, of index: Int, _ offset: Int64
    ) throws -> Int {
        let metric = outline.metrics[index] ?? .init()
        let key = keys[index] ?? ""
        guard !Self.special.contains(metric.name), !Self.events.contains(key) else { return 0 }
        return try PlainPoint.readAll(in: bytes) { point in
            guard let value = point.value, let source = source(point.source) else { return false }
            hasItems = true
            note(point.date)
            let bounds = point.extremes
            let isSummary = bounds.contains { $0 != value }
            if isSummary { extremes += bounds.count }
            try append(
                value, key, metric.units, source, from: point.date, metric.span,
                isSummary: isSummary,
                Self.location(
                    UnsafeRawBufferPointer(rebasing: bytes[point.range]),
                    offset + Int64(point.range.lowerBound)))
            return true
        }
    }

    /// The metrics whose points have other keys.
    private static let special: Set<String> = ["sleep_analysis", "blood_pressure"]

    /// The text of a source, the default one if it is empty; nil if it is not UTF-8.
    private func source(_ bytes: UnsafeBufferPointer<UInt8>?) -> String? {
        guard let bytes, !bytes.isEmpty else { return Self.defaultSource }
        if !lastSource.bytes.elementsEqual(bytes) {
            lastSource = (Array(bytes), String(validating: bytes, as: UTF8.self))
        }
        return lastSource.text
    }

    private func append(
        _ value: Double, _ metric: String, _ units: String, _ source: String?,
        from date: HealthAutoExportDate.Parsed, _ span: PointSpan, isSummary: Bool,
        details: [SampleDetail] = [], _ location: @autoclosure () -> ItemLocation
    ) throws {
        let length = span.length
        let range =
            span.isDays ? instants(of: date) : date.instant..<date.instant + length
        try append(
            value, metric, units, source, range, length: length, isSummary: isSummary,
            details: details, location())
    }

    /// The instants of the day of a date, in the zones of the profile: the text states a civil day, and
    /// the phone may have been in another zone.
    private func instants(of date: HealthAutoExportDate.Parsed) -> Range<Int64> {
        if let recentDay, recentDay.day == date.day { return recentDay.range }
        let start = zones.startOfDay(date.day)
        let range = start..<max(start + 1, zones.startOfDay(date.day.advanced(by: 1)))
        recentDay = (date.day, range)
        return range
    }

    private func append(
        _ value: Double, _ metric: String, _ units: String, _ source: String?,
        _ range: Range<Int64>, length: Int64, isSummary: Bool = false,
        details: [SampleDetail] = [], _ location: @autoclosure () -> ItemLocation
    ) throws {
        let origin = Origin(
            metric: metric, units: units, source: source ?? Self.defaultSource, length: length,
            isSummary: isSummary)
        if let recent, recent.origin == origin {
            return try batches.append(
                recent.series, start: range.lowerBound, end: range.upperBound,
                value: value * recent.factor, details: details, from: location())
        }
        let (unit, factor) = HealthAutoExportNames.unit(units, of: metric)
        do {
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: unit, source: origin.source,
                    resolution: resolution(of: length, isSummary: isSummary)))
            recent = (origin, series, factor)
            try batches.append(
                series, start: range.lowerBound, end: range.upperBound, value: value * factor,
                details: details, from: location())
        } catch let mismatch as UnitMismatch {
            try quarantine(mismatch, of: metric, location())
        }
    }

    private func resolution(
        of length: Int64, isSummary: Bool
    ) -> SeriesDescription.Resolution {
        switch length {
        case 0: isSummary ? .minute : .raw
        case 60_000: .minute
        case 3_600_000: .hour
        default: .day
        }
    }

    private func quarantine(
        _ mismatch: UnitMismatch, of metric: String, _ location: ItemLocation
    ) throws {
        try batches.quarantine(
            location, type: metric,
            reason: "its unit \"\(mismatch.unit)\" does not measure what "
                + "\"\(mismatch.canonicalUnit)\" measures")
    }

    private func readPressure(
        _ record: JSONRecord, _ metric: HealthAutoExportOutline.Metric,
        _ date: HealthAutoExportDate.Parsed, _ location: ItemLocation
    ) throws {
        guard let systolic = record.number("systolic"), let diastolic = record.number("diastolic")
        else {
            return try batches.quarantine(
                location, type: metric.name, reason: "it has no systolic and diastolic value")
        }
        let unit = metric.units.isEmpty ? "mmHg" : metric.units
        let source = record.text("source") ?? Self.defaultSource
        let values = [("bloodPressureSystolic", systolic), ("bloodPressureDiastolic", diastolic)]
        for (key, value) in values {
            let series = try batches.series(
                SeriesDescription(metric: key, unit: unit, source: source, isPart: true))
            try batches.append(
                series, start: date.instant, end: date.instant, value: value, from: location)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: source, start: date.instant, end: date.instant,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: unit, start: date.instant, end: date.instant,
                        value: $0.1)
                }), from: location)
    }

    private func readSleep(_ record: JSONRecord, _ location: ItemLocation) throws {
        guard let point = SleepPoint(record) else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its stage or its dates are not valid")
        }
        if let date = record.date("sleepStart") ?? record.date("startDate") { note(date) }
        guard !point.parts.isEmpty else { return batches.ignore(of: "sleepAnalysis") }
        let series = try batches.series(
            SeriesDescription(
                metric: "sleepAnalysis", unit: "category", source: point.source,
                resolution: point.isAggregate ? .day : .raw))
        for part in point.parts {
            try batches.append(
                part.stage, to: series, start: part.start, end: part.end, from: location)
        }
    }

    /// Notes the offset of a date for the report, one for each day.
    private func note(_ date: HealthAutoExportDate.Parsed) {
        guard date.day != lastDay, offsets.count < Self.dayLimit else { return }
        lastDay = date.day
        offsets["\(date.day)"] = Int(date.offset)
    }

    private static let dayLimit = 10_000

    // MARK: Workouts

    private func readWorkout(_ record: JSONRecord, _ location: ItemLocation) throws {
        guard let workout = HealthAutoExportWorkout(record) else {
            return try batches.quarantine(
                location, type: "Workout", reason: "its start or end is not a valid date")
        }
        for rate in workout.heartRates {
            try append(
                rate.value, "heartRate", "count/min", workout.workout.source,
                rate.start..<rate.start + rate.length, length: rate.length, location)
        }
        try batches.append(
            workout.workout, files: workout.workout.routes.isEmpty ? [:] : ["route": 1],
            from: location)
    }
}
