import DelimitedText
import DeviceExports
package import PluginKit

/// Reads Google Fit from Google Takeout: a zip, a folder, or one of its files.
package final class GoogleFitReader {
    static let source = "Google Fit"

    private let time: ExportTime
    var progress: ExportProgress
    /// The starts of recorded workouts in minutes since 1970, UTC.
    private(set) var recordings: Set<Int64> = []
    /// The times of stages of sleep. Stages that follow one another are one range.
    private(set) var nights: [Range<Int64>] = []

    private static let recordingLimit = 100_000
    private static let nightLimit = 100_000

    /// Reads the files among the parts that are known, and counts the others.
    /// - Throws: An `ImportProblem` if the import has no such file.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let files = try parts.map { part in
            (part: part, kind: try GoogleFitFile(part, isAlone: parts.count == 1))
        }
        let hasEstimates = files.contains { $0.kind == .stream(.estimatedSteps) }
        // Recordings and stages are known before the sessions that repeat them.
        let known = files.filter { $0.kind.order != nil }
            .filter { !hasEstimates || $0.kind != .stream(.mergedSteps) }
            .sorted { ($0.kind.order ?? 0, $0.part.name) < ($1.kind.order ?? 0, $1.part.name) }
        guard !known.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no data of Google Fit.",
                hint: "At takeout.google.com choose Fit, and import the zip.")
        }
        for (part, kind) in files {
            if case .other(let name) = kind {
                batches.countFiles([String(name.prefix(64)): ItemCounts(ignored: 1)])
            } else if hasEstimates, kind == .stream(.mergedSteps) {
                batches.countFiles([String(part.fileName): ItemCounts(duplicate: 1)])
            }
        }
        let reader = GoogleFitReader(
            ExportTime(zones: try file.zoneHistory()), ExportProgress(known.map(\.part)))
        for (part, kind) in known {
            reader.progress.begin(part)
            try reader.read(part, kind, &batches)
        }
        let (streams, sessions) = (count(of: 1, known), count(of: 2, known))
        let (recordings, tables) = (count(of: 0, known), count(of: 3, known))
        batches.setFormat(
            "Google Fit with \(tables) tables of days, \(streams) streams, \(sessions) sessions "
                + "and \(recordings) recordings", untried: Self.untried(known.map(\.kind)))
    }

    /// The metrics of streams of which no public archive had one, ascending.
    private static func untried(_ kinds: [GoogleFitFile]) -> [String] {
        let metrics = kinds.compactMap { kind -> String? in
            guard case .stream(let stream) = kind else { return nil }
            return stream.type
        }
        return Set(metrics).subtracting(["stepCount", "distanceWalkingRunning"]).sorted()
    }

    private static func count(
        of order: Int, _ files: [(part: FilePart, kind: GoogleFitFile)]
    ) -> Int {
        files.count { $0.kind.order == order }
    }

    private init(_ time: ExportTime, _ progress: ExportProgress) {
        self.time = time
        self.progress = progress
    }

    private func read(
        _ part: FilePart, _ kind: GoogleFitFile, _ batches: inout SampleBatches
    ) throws {
        switch kind {
        case .recording: try readRecording(part, &batches)
        case .stream(let stream): try readStream(part, stream, &batches)
        case .session: try readSession(part, &batches)
        case .days: try readDays(part, &batches)
        case .other: break
        }
    }

    /// Adds the start of a recorded workout, in minutes since 1970, UTC.
    func addRecording(_ minute: Int64) {
        if recordings.count < Self.recordingLimit { recordings.insert(minute) }
    }

    /// Adds the times of a stage of sleep.
    /// - Returns: False if there are too many.
    func addStage(_ times: Range<Int64>) -> Bool {
        if let last = nights.last, (last.lowerBound...last.upperBound).contains(times.lowerBound) {
            nights[nights.count - 1] =
                last.lowerBound..<max(last.upperBound, times.upperBound)
            return true
        }
        guard nights.count < Self.nightLimit else { return false }
        nights.append(times)
        return true
    }

    private func readDays(_ part: FilePart, _ batches: inout SampleBatches) throws {
        var days: GoogleFitDays?
        var isFirst = true
        let name = String(part.fileName)
        try part.readTable(into: &batches, type: name, progress: progress) { batches, row, header in
            if isFirst {
                isFirst = false
                days = GoogleFitDays(header)
                if days == nil {
                    try batches.report(
                        "\(part.name): its columns are not known, and its rows are ignored",
                        at: ItemLocation(offset: 0, line: 1, text: ""))
                }
            }
            guard let days else { return batches.ignore(of: name) }
            try days.append(row, to: &batches, time)
        }
    }
}

extension GoogleFitFile {
    /// The position among the kinds of files that are read; nil for a file that is not read.
    fileprivate var order: Int? {
        switch self {
        case .recording: 0
        case .stream: 1
        case .session: 2
        case .days: 3
        case .other: nil
        }
    }
}
