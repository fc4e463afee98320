import CivilTime
import DelimitedText
import DeviceExports
import JSON
package import PluginKit

/// Reads exports of Oura: the archive of tables of the account, or JSON in the shape of its interface.
package final class OuraReader {
    let time: ExportTime
    private var progress: ExportProgress
    /// True if heart rates of sleep are in the records of nights.
    let hasNights: Bool
    private var records = 0

    static let source = "Oura"

    /// Reads the tables and JSON files among the parts, and counts the others.
    /// - Throws: An `ImportProblem` if no file has a record of Oura.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let hasNights = parts.contains { $0.fileName.lowercased() == "sleepmodel.csv" }
        let reader = OuraReader(
            ExportTime(zones: try file.zoneHistory()), parts, hasNights: hasNights)
        for part in parts {
            reader.progress.begin(part)
            try reader.read(part, &batches)
        }
        guard reader.records > 0 else {
            throw ImportProblem(
                "\(file.name) has no record of Oura.",
                hint: "On membership.ouraring.com choose Export data, and import the zip.")
        }
        batches.setFormat(
            "\(parts.count) files of Oura with \(reader.records) records; "
                + "this importer was not tried on a real file")
    }

    private init(_ time: ExportTime, _ parts: [FilePart], hasNights: Bool) {
        self.time = time
        progress = ExportProgress(parts)
        self.hasNights = hasNights
    }

    private func read(_ part: FilePart, _ batches: inout SampleBatches) throws {
        let name = part.fileName.lowercased()
        if name.hasSuffix(".csv") {
            try readTable(part, &batches)
        } else if name.hasSuffix(".json") {
            try readDocument(part, &batches)
        } else {
            batches.countFiles([String(part.fileName.prefix(64)): ItemCounts(ignored: 1)])
        }
    }

    private func readTable(_ part: FilePart, _ batches: inout SampleBatches) throws {
        let type = String(part.fileName)
        var kind: OuraKind??
        try part.readTable(into: &batches, type: type, progress: progress) {
            batches, row, header in
            let record = OuraRow(row: row, header: header)
            guard !record.isTrend else {
                return try self.appendTrend(record, &batches, ItemLocation(row))
            }
            let known = kind ?? OuraKind(record)
            kind = .some(known)
            guard let known else { return batches.ignore(of: type) }
            try self.append(record, known, &batches, ItemLocation(row))
        }
    }

    /// Appends the night and the totals of a day; a day may lack either.
    private func appendTrend(
        _ record: OuraRow, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let hasNight = record.text("bedtime_start") != nil
        let hasTotals = record.positive("steps") != nil || record.positive("active_calories") != nil
        if hasNight { try append(record, .sleep, &batches, location) }
        if hasTotals { try append(record, .activity, &batches, location) }
        if !hasNight, !hasTotals { batches.ignore(of: "days without values") }
    }

    private func readDocument(_ part: FilePart, _ batches: inout SampleBatches) throws {
        let type = String(part.fileName)
        try part.readDocument(
            into: &batches, type: type, progress: progress, isWanted: Self.isRecord
        ) { batches, path, object, location in
            let record = OuraObject(record: object)
            guard let kind = OuraKind(record) else {
                return batches.ignore(of: Self.listName(path) ?? type)
            }
            try self.append(record, kind, &batches, location)
        }
    }

    /// True for an element of a list at the top of the document or in its members, such as
    /// `sleep.data`.
    private static func isRecord(_ path: [JSONElementScanner.Step]) -> Bool {
        guard path.count <= 3, case .index = path.last else { return false }
        return path.dropLast().allSatisfy { if case .key = $0 { true } else { false } }
    }

    private static func listName(_ path: [JSONElementScanner.Step]) -> String? {
        guard case .key(let name) = path.first, name != "data" else { return nil }
        return String(name.prefix(64))
    }

    private func append(
        _ record: some OuraRecord, _ kind: OuraKind, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        records += 1
        switch kind {
        case .sleep: try appendSleep(record, &batches, location)
        case .heartRate: try appendHeartRate(record, &batches, location)
        case .activity: try appendActivity(record, &batches, location)
        case .saturation: try appendSaturation(record, &batches, location)
        case .workout: try appendWorkout(record, &batches, location)
        case .fitness: try appendFitness(record, &batches, location)
        case .temperature: try appendTemperature(record, &batches, location)
        }
    }

    // MARK: Values

    func append(
        _ value: Double, _ metric: String, _ unit: String, from start: Int64, to end: Int64,
        resolution: SeriesDescription.Resolution = .raw, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        let series = try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: Self.source, resolution: resolution))
        try batches.append(series, start: start, end: end, value: value, from: location)
    }

    /// Appends a value of the local day of a record.
    func appendDay(
        _ value: Double, _ metric: String, _ unit: String, _ record: some OuraRecord,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let day = record.text("day").flatMap({ CivilDate($0.prefix(10)) }) else {
            return try batches.quarantine(
                location, type: metric, reason: "its day is not a date")
        }
        let range = time.day(day)
        try append(
            value, metric, unit, from: range.lowerBound, to: range.upperBound, resolution: .day,
            &batches, location)
    }

    /// The instant in a field; nil if the text is not a time.
    func instant(_ key: String, _ record: some OuraRecord) -> Int64? {
        record.text(key).flatMap(time.instant)
    }
}
