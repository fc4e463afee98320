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
        let known = files.filter(\.kind.isRead)
        guard !known.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no file of a Fitbit export, such as steps-2024-01-31.json.",
                hint: "At takeout.google.com choose Fitbit, and import the zip.")
        }
        for (_, kind) in files where !kind.isRead {
            let name = if case .other(let name) = kind { name } else { "profile" }
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
        let kinds = Set(known.map(\.kind))
        batches.setFormat(
            (["Fitbit export with \(known.count) files"] + facts).joined(separator: "; "),
            untried: Self.untried.filter { kinds.contains($0.kind) }.map(\.name))
    }

    /// The files of newer exports, of which no public one was found.
    private static let untried: [(kind: FitbitFile, name: String)] = [
        (.activeZoneMinutes, "minutes in active zones"), (.variability, "heart rate variability"),
        (.saturation, "saturation"), (.breathing, "breathing"),
    ]

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
        case .variability:
            try readTable(part, "rmssd", "heartRateVariabilityRMSSD", "ms", &batches)
        case .saturation: try readTable(part, "value", "oxygenSaturation", "%", &batches)
        case .breathing:
            try readTable(
                part, "daily_respiratory_rate", "respiratoryRate", "count/min", &batches)
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

    /// Reads a table with a column `timestamp`. A saturation of 50 % means that none was measured.
    private func readTable(
        _ part: FilePart, _ column: String, _ metric: String, _ unit: String,
        _ batches: inout SampleBatches
    ) throws {
        let isShare = unit == "%"
        let isDay = metric == "respiratoryRate"
        try readRows(part, ["timestamp", column], metric, &batches) { batches, row, columns in
            let location = ItemLocation(row)
            guard let instant = time.export.instant(row[columns[0]]),
                let value = row.number(columns[1])
            else {
                return try batches.quarantine(
                    location, type: metric, reason: "its timestamp or its value is not valid")
            }
            guard value > 0, !isShare || value != 50 else {
                return batches.ignore(of: "\(metric) that was not measured")
            }
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: isShare ? "fraction" : unit, source: Self.source,
                    resolution: isDay ? .day : .raw))
            try batches.append(
                series, start: instant, end: instant, value: isShare ? value / 100 : value,
                from: location)
        }
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
            // Times have minutes only.
            guard let start = time.export.instant(text.count == 16 ? text + ":00" : text) else {
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

    /// Reads the rows of a table with the columns of these names, which `body` gets in their order. The
    /// rows of a table without one of them are ignored.
    private func readRows(
        _ part: FilePart, _ names: [String], _ metric: String, _ batches: inout SampleBatches,
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
                    columns = found
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
