import CivilTime
import JSON
package import PluginKit

/// Reads the JSON of the app Health Auto Export, as a file or as pushed by HTTP, versions 1 and 2.
package final class HealthAutoExportReader {
    private let samples: HealthAutoExportSamples
    private let points: PointReader
    private let sleep: SleepReader
    private let workouts: WorkoutReader
    private let outline: HealthAutoExportOutline
    /// The metrics by their index in the file.
    private let origins: [Int: PointReader.Origin]
    private var scanner = JSONElementScanner(choosing: HealthAutoExportPath.choice)
    private var bytes: Int64 = 0
    /// True if a value of the document was understood.
    private var hasItems = false

    private init(
        _ batches: SampleBatches, _ outline: HealthAutoExportOutline, _ zones: ZoneHistory
    ) {
        samples = HealthAutoExportSamples(batches, zones)
        points = PointReader(samples: samples)
        sleep = SleepReader(samples)
        workouts = WorkoutReader(samples, sources: outline.workoutSources)
        self.outline = outline
        origins = outline.metrics.mapValues {
            PointReader.Origin(metric: $0, key: HealthAutoExportNames.metric($0.name))
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
                try reader.samples.batches.reportProgress(bytesRead: reader.bytes, of: part.size)
            }
            try reader.finish(ending, named: part.name)
            batches = reader.samples.batches
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
            try readInPlace(HealthAutoExportPath(path), rest, offset)
        } _: { path, bytes, offset in
            guard let path = HealthAutoExportPath(path) else { return }
            switch path {
            case .point, .workout, .symptom, .other: hasItems = true
            default: break
            }
            try read(path, bytes, offset)
        }
    }

    /// Reads the objects in their usual form that the bytes begin with.
    /// - Returns: Their length.
    private func readInPlace(
        _ path: HealthAutoExportPath?, _ rest: UnsafeRawBufferPointer, _ offset: Int64
    ) throws -> Int {
        switch path {
        case .point(let index):
            let origin = origin(index)
            let length =
                origin.metric.name == SleepReader.metric
                ? try sleep.readPlainStages(rest, offset)
                : try points.readPlainPoints(rest, of: origin, offset)
            if length > 0 { hasItems = true }
            return length
        case .heartRate(let workout):
            return try workouts.readPlainHeartRates(rest, of: workout, offset)
        case .position: return workouts.readPlainPositions(rest)
        default: return 0
        }
    }

    private func read(
        _ path: HealthAutoExportPath, _ bytes: UnsafeRawBufferPointer, _ offset: Int64
    ) throws {
        switch path {
        case .point(let index):
            let (origin, location) = (origin(index), ItemLocation(bytes, offset))
            guard let record = JSONRecord(bytes) else {
                return try quarantine(location, type: "point")
            }
            if origin.metric.name == SleepReader.metric {
                try sleep.read(record, location)
            } else {
                try points.read(record, of: origin, location)
            }
        case .workout(let index):
            // An object is received at its end, without bytes.
            guard bytes.isEmpty else {
                return try quarantine(ItemLocation(bytes, offset), type: "Workout")
            }
            try workouts.finish(index, offset)
        case .workoutMember(_, let name): workouts.add(name, bytes)
        case .heartRate(let workout):
            try workouts.readHeartRate(
                JSONRecord(bytes), of: workout, ItemLocation(bytes, offset))
        case .position: workouts.readPosition(JSONRecord(bytes))
        case .symptom:
            let location = ItemLocation(bytes, offset)
            guard let record = JSONRecord(bytes) else {
                return try quarantine(location, type: SymptomPoint.list)
            }
            try SymptomPoint.read(record, into: samples, location)
        case .other(let list):
            guard bytes.isEmpty else {
                return try quarantine(ItemLocation(bytes, offset), type: "point")
            }
            samples.batches.ignore(of: list)
        case .workoutElement(let list): workouts.readElement(of: list, JSONRecord(bytes))
        case .metricName, .metricUnits: break
        }
    }

    private func origin(_ index: Int) -> PointReader.Origin {
        origins[index] ?? PointReader.Origin(metric: .init(), key: "")
    }

    private func quarantine(_ location: ItemLocation, type: String) throws {
        try samples.batches.quarantine(location, type: type, reason: "it is not a JSON object")
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
        samples.batches.setFormat(
            "Health Auto Export JSON with \(count) \(count == 1 ? "metric" : "metrics"); "
                + "this importer was tried on public excerpts only")
        try samples.finish()
        for value in scanner.overlong { try quarantine(value) }
        if let damage = scanner.damage {
            samples.batches.reportTruncation(damage, at: scanner.offset)
        } else if case .damaged(let reason) = ending {
            samples.batches.reportTruncation(reason, at: bytes)
        } else if !scanner.isComplete {
            samples.batches.reportTruncation("the file ends before it is complete", at: bytes)
        }
    }

    /// Quarantines an item of more than 1 MiB, and reports other values of that length.
    private func quarantine(_ value: JSONElementScanner.Overlong) throws {
        let location = value.head.withUnsafeBytes { ItemLocation($0, value.offset) }
        let type: String
        switch HealthAutoExportPath(value.path) {
        case .point(let index): type = outline.metrics[index]?.type ?? "point"
        case .symptom: type = SymptomPoint.list
        case .other(let list): type = list
        case .workout: type = "Workout"
        case .heartRate: type = "heartRate"
        default:
            return try samples.batches.report(
                "a value within an item is longer than 1 MiB", at: location)
        }
        try samples.batches.quarantine(location, type: type, reason: "it is longer than 1 MiB")
    }
}
