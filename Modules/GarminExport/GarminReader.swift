import CivilTime
import DeviceExports
import JSON
package import PluginKit
import WorkoutFiles

/// Reads an account export of Garmin: recorded files first, then the summaries of what they do not have.
package final class GarminReader {
    let time: ExportTime
    private var progress: ExportProgress
    private var recorded = RecordedTimes()
    private var recordings = 0
    /// The days whose health status has a saturation.
    private var saturationDays: Set<CivilDate> = []

    private static let dayLimit = 50_000
    static let source = "Garmin Connect"

    /// Reads the files among the parts that are known, and counts the others.
    /// - Throws: An `ImportProblem` if the import has no file of an account export.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        var files = try file.parts().map { (part: $0, kind: GarminFile($0)) }
        if files.contains(where: { $0.kind == .fitness }) {
            // Both have the VO2max of a day.
            files = files.map {
                (part: $0.part, kind: $0.kind == .fitnessAge ? .other("fitnessAgeData") : $0.kind)
            }
        }
        guard files.contains(where: \.kind.isTypical) else {
            throw ImportProblem(
                "\(file.name) has no file of an account export of Garmin.",
                hint: "On garmin.com choose Account, Account Management Center, Export Your Data, "
                    + "and import the zip of the mail.")
        }
        let isRecorded = { (file: (part: FilePart, kind: GarminFile)) in
            file.kind == .uploads || file.kind == .recording
        }
        // Nights have the saturation of the health status once more.
        let others = files.filter { !isRecorded($0) }
        let ordered =
            files.filter(isRecorded) + others.filter { $0.kind == .healthStatus }
            + others.filter { $0.kind != .healthStatus }
        let reader = GarminReader(
            ExportTime(zones: try file.zoneHistory()), ordered.map(\.part))
        for (part, kind) in ordered {
            reader.progress.begin(part)
            try reader.read(part, kind, &batches)
        }
        batches.setFormat(
            "account export of Garmin with \(files.count) files and \(reader.recordings) recordings; "
                + "this importer was not tried on a real file")
    }

    private init(_ time: ExportTime, _ parts: [FilePart]) {
        self.time = time
        progress = ExportProgress(parts)
    }

    private func read(
        _ part: FilePart, _ kind: GarminFile, _ batches: inout SampleBatches
    ) throws {
        switch kind {
        case .uploads: try readUploads(part, &batches)
        case .recording: try readRecording(part, &batches)
        case .activities: try readObjects(part, "Workout", &batches, appendActivity)
        case .days: try readObjects(part, "days", &batches, appendDay)
        case .sleep: try readObjects(part, "sleepAnalysis", &batches, appendNight)
        case .healthStatus: try readObjects(part, "health status", &batches, appendStatus)
        case .weights: try readObjects(part, "bodyMass", &batches, appendWeight)
        case .fitness:
            try readObjects(part, "vo2Max", &batches) {
                try appendFitness($0, "vo2MaxValue", &$1, $2)
            }
        case .fitnessAge:
            try readObjects(part, "vo2Max", &batches) {
                try appendFitness($0, "biometricVo2Max", &$1, $2)
            }
        case .other(let name): batches.countFiles([name: ItemCounts(ignored: 1)])
        }
    }

    // MARK: Recorded files

    private func readUploads(_ part: FilePart, _ batches: inout SampleBatches) throws {
        do {
            let ending = try NestedArchive(part).forEachEntry { entry in
                switch entry {
                case .file(let file): try self.readRecording(file, &batches)
                case .skipped(let name, let reason):
                    batches.countFiles(["recording": ItemCounts(quarantined: 1)])
                    try report("\(name) in \(part.name): \(reason)", &batches)
                }
                try self.progress.report(0, to: &batches)
            }
            if case .damaged(let reason) = ending {
                batches.reportTruncation(part.located(reason), at: 0)
            }
        } catch let problem as ImportProblem {
            try report(part.located(problem.message), &batches)
        }
    }

    private func readRecording(_ part: FilePart, _ batches: inout SampleBatches) throws {
        do {
            // The progress is that of the archive.
            let workouts = try WorkoutFile.read(
                part, into: &batches, progress: ExportProgress([]))
            guard let workouts else {
                return batches.countFiles(["other": ItemCounts(ignored: 1)])
            }
            recordings += 1
            for workout in workouts { recorded.insert(workout) }
        } catch let problem as ImportProblem {
            batches.countFiles(["recording": ItemCounts(quarantined: 1)])
            try report(problem.message, &batches)
        }
    }

    private func report(_ text: String, _ batches: inout SampleBatches) throws {
        try batches.report(text, at: ItemLocation(offset: 0, line: 0, text: ""))
    }

    func isRecorded(_ start: Int64) -> Bool { recorded.contains(start) }

    func addSaturation(of day: CivilDate) {
        if saturationDays.count < Self.dayLimit { saturationDays.insert(day) }
    }

    func hasSaturation(on day: CivilDate) -> Bool { saturationDays.contains(day) }

    // MARK: Documents

    private typealias Append = (
        JSONRecord, inout SampleBatches, ItemLocation
    ) throws -> Void

    /// Reads the objects of a list, which is the document or a member of its elements.
    private func readObjects(
        _ part: FilePart, _ type: String, _ batches: inout SampleBatches, _ append: Append
    ) throws {
        let isActivities = type == "Workout"
        try part.readDocument(
            into: &batches, type: type, progress: progress,
            isWanted: { path in
                guard isActivities else { return path.count == 1 }
                guard case .index = path.last else { return false }
                return path.dropLast().last == .key("summarizedActivitiesExport")
            },
            { batches, _, record, location in try append(record, &batches, location) })
    }

    /// Appends a value of a local day, unless it is missing.
    func append(
        _ value: Double?, _ metric: String, _ unit: String, on day: CivilDate,
        to batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let value, value > 0 else { return }
        let range = time.day(day)
        let series = try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: Self.source, resolution: .day))
        try batches.append(
            series, start: range.lowerBound, end: range.upperBound, value: value, from: location)
    }

    /// The local day of a record; nil after it was quarantined.
    func day(
        of record: JSONRecord, type: String, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws -> CivilDate? {
        // Ages of fitness have the time of their computation.
        let text = record.text("calendarDate") ?? record.text("asOfDateGmt")
        if let day = text.flatMap({ CivilDate($0.prefix(10)) }) { return day }
        try batches.quarantine(location, type: type, reason: "its calendarDate is not a date")
        return nil
    }
}
