import CivilTime
import DelimitedText
import DeviceExports
import JSON
package import PluginKit

/// Reads a Fitbit export of Google Takeout or of fitbit.com: a zip, a folder, or one of its files.
package final class FitbitReader {
    var time: FitbitTime
    private var progress: ExportProgress
    var massUnit: String?
    var activeMinutes = FitbitActiveMinutes()

    static let source = "Fitbit"

    /// Reads the files among the parts that are known, and counts the others.
    /// - Throws: An `ImportProblem` if the import has no file of a Fitbit export, or its mapping is not
    ///   valid.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let files = try file.parts().map { (part: $0, kind: FitbitFile($0.fileName)) }
        let kinds = Set(files.map(\.kind))
        let known = files.filter { $0.kind.isRead && !$0.kind.isRepeated(in: kinds) }
        guard !known.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no file of a Fitbit export, such as steps-2024-01-31.json.",
                hint: "At takeout.google.com choose Fitbit, and import the zip.")
        }
        for (part, kind) in files where !kind.isRead || kind.isRepeated(in: kinds) {
            let name =
                switch kind {
                case .other(let name): name
                case .profile: "profile"
                default: String(part.fileName)
                }
            batches.countFiles([name: ItemCounts(ignored: 1)])
        }
        let zones = try file.zoneHistory()
        let reader = FitbitReader(
            FitbitTime(export: ExportTime(zones: zones), clock: .utc),
            ExportProgress(known.map(\.part)))
        let facts = try reader.examine(file, files, zones, &batches)
        for (part, kind) in known {
            reader.progress.begin(part)
            try reader.read(part, kind, &batches)
        }
        try reader.appendActiveMinutes(&batches)
        batches.setFormat(
            (["Fitbit export with \(known.count) files"] + facts).joined(separator: "; "),
            untried: Set(known.compactMap { Self.untriedName($0.kind) }).sorted())
    }

    /// The name of the measurements of a file of newer exports, of which no public one was found; nil for
    /// other files.
    private static func untriedName(_ kind: FitbitFile) -> String? {
        switch kind {
        case .activeZoneMinutes: "minutes in active zones"
        case .table(let table): table.metric
        default: nil
        }
    }

    private init(_ time: FitbitTime, _ progress: ExportProgress) {
        self.time = time
        self.progress = progress
    }

    private func read(
        _ part: FilePart, _ kind: FitbitFile, _ batches: inout SampleBatches
    ) throws {
        switch kind {
        case .steps: try readObjects(part, "stepCount", &batches, appendSteps)
        case .distance: try readObjects(part, "distanceWalkingRunning", &batches, appendDistance)
        case .altitude: try readObjects(part, "flightsClimbed", &batches, appendFloors)
        case .heartRate: try readObjects(part, "heartRate", &batches, appendHeartRate)
        case .restingHeartRate:
            try readObjects(part, "restingHeartRate", &batches, appendRestingHeartRate)
        case .weight: try readObjects(part, "bodyMass", &batches, appendWeight)
        case .exercise: try readObjects(part, "Workout", &batches, appendExercise)
        case .sleep: try readObjects(part, "sleepAnalysis", &batches, appendNight)
        case .fitness: try readObjects(part, "vo2Max", &batches, appendFitness)
        case .table(let table): try readTable(part, table, &batches)
        case .activeZoneMinutes: try readActiveZoneMinutes(part, &batches)
        case .activeMinutes(let level):
            try readObjects(part, Self.exerciseTime, &batches) {
                try setActiveMinutes(level, $0, &$1, $2)
            }
        case .profile, .other: break
        }
    }

    private typealias Append = (
        JSONRecord, inout SampleBatches, ItemLocation
    ) throws -> Void

    /// Reads the objects of a list.
    private func readObjects(
        _ part: FilePart, _ type: String, _ batches: inout SampleBatches, _ append: Append
    ) throws {
        try part.readDocument(
            into: &batches, type: type, progress: progress, isWanted: { $0.count == 1 },
            { batches, _, record, location in try append(record, &batches, location) })
    }

    /// Reads a table of measurements. A saturation of 50 % means that none was measured.
    private func readTable(
        _ part: FilePart, _ table: FitbitTable, _ batches: inout SampleBatches
    ) throws {
        let metric = table.metric
        let isShare = metric == "oxygenSaturation"
        try readRows(
            part, [table.time, table.value], metric, optional: FitbitTable.sourceColumn, &batches
        ) { batches, row, columns in
            let location = ItemLocation(row)
            guard let times = times(row[columns[0]], isDay: table.isDay),
                let value = row.number(columns[1])
            else {
                return try batches.quarantine(
                    location, type: metric, reason: "its time or its value is not valid")
            }
            guard value > 0, !isShare || value != 50 else {
                return batches.ignore(of: "\(metric) that was not measured")
            }
            guard columns.count < 3 || !row[columns[2]].hasSuffix(FitbitTable.copyEnding) else {
                return batches.ignore(of: "\(metric) of other applications")
            }
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: table.unit, source: Self.source,
                    resolution: table.isDay ? .day : .raw))
            try batches.append(
                series, start: times.lowerBound, end: times.upperBound,
                value: value / table.divisor, from: location)
        }
    }

    /// The instants of a time on the wall clock, or of the day that the time names.
    private func times(_ text: String, isDay: Bool) -> Range<Int64>? {
        if isDay { return CivilDate(text.prefix(10)).map(time.export.day) }
        return instant(text).map { $0..<$0 }
    }

    /// The instant of a time on the wall clock, with or without seconds.
    private func instant(_ text: String) -> Int64? {
        time.export.instant(text.count == 16 ? text + ":00" : text)
    }

    /// Reads the minutes with a heart rate in a zone, on the wall clock. Fitbit counts a minute in a
    /// high zone twice towards its goal; here each minute counts once.
    private func readActiveZoneMinutes(
        _ part: FilePart, _ batches: inout SampleBatches
    ) throws {
        let metric = Self.exerciseTime
        let columns = ["date_time", "heart_zone_id"]
        try readRows(part, columns, metric, &batches) { batches, row, columns in
            let location = ItemLocation(row)
            let text = row[columns[0]]
            guard let start = instant(text) else {
                return try batches.quarantine(
                    location, type: metric, reason: "its date_time is not valid")
            }
            guard Self.activeZones.contains(row[columns[1]].uppercased()) else {
                return batches.ignore(of: "minutes outside of active zones")
            }
            if let day = CivilDate(text.prefix(10)) { activeMinutes.addZoneDay(day) }
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: "min", source: Self.source, resolution: .minute))
            try batches.append(
                series, start: start, end: start + Self.minute, value: 1, from: location)
        }
    }

    static let exerciseTime = "appleExerciseTime"

    private static let activeZones: Set = ["FAT_BURN", "CARDIO", "PEAK"]

    /// Reads the rows of a table with the columns of these names, which `body` gets in their order, and then
    /// the `optional` one if the table has it. The
    /// rows of a table without one of them are ignored.
    private func readRows(
        _ part: FilePart, _ names: [String], _ metric: String, optional: String? = nil,
        _ batches: inout SampleBatches,
        _ body: (inout SampleBatches, DelimitedRow, [Int]) throws -> Void
    ) throws {
        var columns: [Int]?
        var isFirst = true
        try part.readTable(into: &batches, type: metric, progress: progress) {
            batches, row, header in
            if isFirst {
                isFirst = false
                let found = names.compactMap { header.column($0) }
                if found.count == names.count {
                    columns = found + (optional.flatMap { header.column($0) }.map { [$0] } ?? [])
                } else {
                    try batches.report(
                        "\(part.name): its columns are not known, and its rows are ignored",
                        at: ItemLocation(offset: 0, line: 1, text: ""))
                }
            }
            guard let columns else { return batches.ignore(of: metric) }
            try body(&batches, row, columns)
        }
    }
}
