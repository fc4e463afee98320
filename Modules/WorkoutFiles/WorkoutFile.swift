package import DeviceExports
import FIT
package import PluginKit

/// A file of a training device: GPX, TCX or FIT, by content.
package enum WorkoutFile {
    private enum Format {
        case gpx, tcx, fit
    }

    /// The number of bytes at the start of a file from which its format is recognised.
    private static let headBytes = 16 << 10

    /// Reads the workout files among the parts of an import, and counts the others.
    /// - Throws: An `ImportProblem` if the import has no such file.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        var read = 0
        var progress = ExportProgress(parts)
        for part in parts {
            progress.begin(part)
            do {
                guard try self.read(part, into: &batches, progress: progress) != nil else {
                    batches.countFiles(["other": ItemCounts(ignored: 1)])
                    continue
                }
            } catch let problem as ImportProblem where parts.count > 1 {
                // A damaged file does not end the import of the others.
                try batches.report(
                    "\(part.name): \(problem.message)",
                    at: ItemLocation(offset: 0, line: 0, text: ""))
            }
            read += 1
        }
        // An archive of Strava has a table of the activities beside their files.
        let isStrava = parts.contains { $0.name == "activities.csv" }
        if isStrava || read > 1 {
            batches.setFormat(
                "\(read) GPX, TCX or FIT files", untried: isStrava ? ["archives of Strava"] : [])
        }
        guard read > 0 else {
            throw ImportProblem(
                "\(file.name) has no GPX, TCX or FIT file.",
                hint: "Export the activity again from the device or service that recorded it.")
        }
    }

    /// Reads a workout file, which may be packed with gzip. `isJoined` is true if the activities of a TCX file are one workout.
    /// - Returns: The times of the workouts of a FIT file, in milliseconds since 1970, UTC; empty for
    ///   other files, and nil if the part is not a workout file.
    /// - Throws: An `ImportProblem` if the file cannot be read at all.
    package static func read(
        _ part: FilePart, into batches: inout SampleBatches, progress: ExportProgress,
        isJoined: Bool = false
    ) throws -> [Range<Int64>]? {
        let part = try part.unpacked()
        guard let format = try format(of: part) else { return nil }
        switch format {
        case .fit: return try readFIT(part, &batches, progress)
        case .gpx: try readMarkup(part, isTCX: false, isJoined, &batches, progress)
        case .tcx: try readMarkup(part, isTCX: true, isJoined, &batches, progress)
        }
        return []
    }

    private static func format(of part: FilePart) throws -> Format? {
        let head = try part.head(headBytes)
        if head.dropFirst(8).starts(with: ".FIT".utf8) { return .fit }
        let text = String(decoding: head, as: UTF8.self)
        if text.contains("<gpx") { return .gpx }
        if text.contains("<TrainingCenterDatabase") { return .tcx }
        // A file whose header is damaged.
        return part.name.lowercased().hasSuffix(".fit") ? .fit : nil
    }

    private static func readMarkup(
        _ part: FilePart, isTCX: Bool, _ isJoined: Bool, _ batches: inout SampleBatches,
        _ progress: ExportProgress
    ) throws {
        var bytes: Int64 = 0
        let isComplete: Bool
        let ending: FilePart.Ending
        if isTCX {
            var creators = TCXCreators()
            _ = try part.read { try creators.consume($0) }
            let reader = TCXReader(
                batches, file: part.name, creators: creators.names, isJoined: isJoined)
            ending = try part.read {
                try reader.consume($0)
                bytes += Int64($0.count)
            }
            isComplete = try reader.finish()
            batches = reader.batches
        } else {
            let reader = GPXReader(batches, file: part.name)
            ending = try part.read {
                try reader.consume($0)
                bytes += Int64($0.count)
            }
            isComplete = try reader.finish()
            batches = reader.batches
        }
        try progress.report(bytes, to: &batches)
        reportEnding(ending, isComplete: isComplete, at: bytes, &batches)
    }

    private static func readFIT(
        _ part: FilePart, _ batches: inout SampleBatches, _ progress: ExportProgress
    ) throws -> [Range<Int64>] {
        let outline = FITOutline()
        var decoder = FITDecoder()
        _ = try part.read { try decoder.consume($0, into: outline) }
        try decoder.finish(into: outline)
        outline.finish()
        guard decoder.files > 0 else {
            throw ImportProblem(
                "\(part.name) is not a FIT file: it has no valid header.",
                hint: "Copy the file again from the device, and compare the sizes.")
        }
        let reader = FITReader(batches, name: part.name, outlines: outline.files)
        decoder = FITDecoder()
        var bytes: Int64 = 0
        let ending = try part.read {
            try decoder.consume($0, into: reader)
            bytes += Int64($0.count)
            try reader.reportProgress(progress, bytes)
        }
        try decoder.finish(into: reader)
        try reader.finish()
        batches = reader.batches
        reportEnding(ending, isComplete: !reader.isTruncated, at: bytes, &batches)
        return reader.workouts
    }

    private static func reportEnding(
        _ ending: FilePart.Ending, isComplete: Bool, at offset: Int64,
        _ batches: inout SampleBatches
    ) {
        if case .damaged(let reason) = ending {
            batches.reportTruncation(reason, at: offset)
        } else if !isComplete {
            batches.reportTruncation("the file ends before it is complete", at: offset)
        }
    }
}
