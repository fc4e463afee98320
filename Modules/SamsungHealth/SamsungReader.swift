import DelimitedText
import DeviceExports
package import PluginKit

/// Reads an export of Samsung Health: the folder of `Download personal data`, zipped or not.
package final class SamsungReader {
    let time: ExportTime
    private var progress: ExportProgress
    /// The JSON files by the hash of their name, until they are read with the row that names them. The names of
    /// 100,000 files would need 20 MiB.
    private var documents: [Int: FilePart] = [:]
    /// The data types of the tables.
    private let types: Set<String>
    /// The names of devices by their identifier.
    private var devices: [String: String] = [:]
    /// The identifiers of nights with stages.
    private var nights: Set<String> = []

    private static let deviceLimit = 1000
    private static let nightLimit = 50_000

    /// Reads the tables among the parts, and counts the other files.
    /// - Throws: An `ImportProblem` if the import has no such table.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let tables = parts.compactMap { part in
            dataType(of: part.fileName).map { (part: part, type: $0) }
        }
        guard !tables.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no table of Samsung Health.",
                hint: "In the app choose Settings, Download personal data, and import the folder "
                    + "samsunghealth_... or a zip of it.")
        }
        let reader = SamsungReader(
            ExportTime(zones: try file.zoneHistory()), tables.map(\.part),
            types: Set(tables.map(\.type)))
        reader.addDocuments(parts, &batches)
        let documents = reader.documents.count
        // The names of devices and the nights with stages are known before other tables are read.
        let ranks = ["com.samsung.health.device_profile": 0, "com.samsung.health.sleep_stage": 1]
        let ordered = tables.enumerated().sorted {
            (ranks[$0.element.type] ?? 2, $0.offset) < (ranks[$1.element.type] ?? 2, $1.offset)
        }
        for (_, table) in ordered {
            reader.progress.begin(table.part)
            try reader.read(table.part, table.type, &batches)
        }
        let hasDocuments = reader.documents.count < documents
        reader.countDocuments(&batches)
        batches.setFormat(
            "export of Samsung Health with \(tables.count) tables",
            untried: hasDocuments ? ["JSON files"] : [])
    }

    private init(_ time: ExportTime, _ parts: [FilePart], types: Set<String>) {
        self.time = time
        progress = ExportProgress(parts)
        self.types = types
    }

    /// The data type of a table named `TYPE.TIME.csv`; nil for other files.
    private static func dataType(of name: Substring) -> String? {
        guard name.hasPrefix("com.samsung."), name.hasSuffix(".csv") else { return nil }
        var words = name.dropLast(4).split(separator: ".")
        if let last = words.last, last.allSatisfy(\.isNumber) { words.removeLast() }
        return words.joined(separator: ".")
    }

    private func addDocuments(_ parts: [FilePart], _ batches: inout SampleBatches) {
        for part in parts where Self.dataType(of: part.fileName) == nil {
            if part.fileName.hasSuffix(".json") {
                documents[part.fileName.hashValue] = part
            } else {
                batches.countFiles(["other": ItemCounts(ignored: 1)])
            }
        }
    }

    /// Counts the JSON files that no row named, by the folder of their data type.
    private func countDocuments(_ batches: inout SampleBatches) {
        var counts: [String: ItemCounts] = [:]
        for part in documents.values {
            let folders = part.name.split(separator: "/").dropLast()
            let type = folders.last { $0.hasPrefix("com.samsung.") }
            counts["\(type ?? "other").json", default: ItemCounts()].ignored += 1
        }
        batches.countFiles(counts)
    }

    private func read(
        _ part: FilePart, _ type: String, _ batches: inout SampleBatches
    ) throws {
        guard let append = rows(of: type) else {
            return batches.countFiles([type: ItemCounts(ignored: 1)])
        }
        var columns: SamsungColumns?
        try part.readTable(into: &batches, type: type, skippedRows: 1, progress: progress) {
            batches, row, header in
            let known = columns ?? SamsungColumns(header)
            columns = known
            try append(row, known, &batches, ItemLocation(row))
        }
    }

    private typealias AppendRow = (
        DelimitedRow, SamsungColumns, inout SampleBatches, ItemLocation
    ) throws -> Void

    /// The reader of the rows of a data type; nil for a type that is not read.
    private func rows(of type: String) -> AppendRow? {
        switch type {
        case "com.samsung.health.device_profile": return addDevice
        case "com.samsung.health.sleep_stage": return appendStage
        case "com.samsung.shealth.sleep", "com.samsung.health.sleep": return appendNight
        case "com.samsung.shealth.step_daily_trend": return appendSteps
        case "com.samsung.shealth.tracker.pedometer_day_summary"
        where !types.contains("com.samsung.shealth.step_daily_trend"):
            return appendDaySummary
        case "com.samsung.shealth.tracker.heart_rate": return appendHeartRate
        case "com.samsung.health.hrv": return appendVariability
        case "com.samsung.shealth.blood_pressure", "com.samsung.health.blood_pressure":
            return appendPressure
        case "com.samsung.shealth.exercise": return appendExercise
        default:
            guard let measures = SamsungMeasure.tables[type] else { return nil }
            return { row, columns, batches, location in
                try self.append(measures, row, columns, &batches, location)
            }
        }
    }

    // MARK: Devices and documents

    private func addDevice(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) {
        let name = columns.text("name", row)
        if devices.count < Self.deviceLimit, !name.isEmpty {
            devices[columns.text("deviceuuid", row)] = name
        }
        batches.ignore(of: "device")
    }

    /// The series of a metric in a row.
    func series(
        _ metric: String, _ unit: String, _ row: DelimitedRow, _ columns: SamsungColumns,
        resolution: SeriesDescription.Resolution = .raw, isPart: Bool = false,
        in batches: inout SampleBatches
    ) throws -> SeriesHandle {
        try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: source(row, columns),
                device: device(row, columns), resolution: resolution, isPart: isPart))
    }

    /// The application that recorded a row.
    func source(_ row: DelimitedRow, _ columns: SamsungColumns) -> String {
        let package = columns.text("pkg_name", row)
        let isOwn = package.isEmpty || package == "com.sec.android.app.shealth"
        return isOwn ? "Samsung Health" : package
    }

    func device(_ row: DelimitedRow, _ columns: SamsungColumns) -> String {
        devices[columns.text("deviceuuid", row)] ?? ""
    }

    /// The JSON file that a cell names, once; nil if the export has no such file.
    func document(
        _ column: String, _ row: DelimitedRow, _ columns: SamsungColumns
    ) -> FilePart? {
        let name = columns.text(column, row)
        let key = Substring(name).hashValue
        guard documents[key]?.fileName == Substring(name) else { return nil }
        return documents.removeValue(forKey: key)
    }

    func addNight(_ identifier: String) {
        if nights.count < Self.nightLimit, !identifier.isEmpty { nights.insert(identifier) }
    }

    func hasStages(_ identifier: String) -> Bool { nights.contains(identifier) }

    /// The progress within a document is that of the table that names it.
    var documentProgress: ExportProgress { ExportProgress([]) }
}
