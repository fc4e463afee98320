import CivilTime
import DeviceExports
import FIT
import PluginKit

/// Reads the items of a chain of FIT files whose outlines are known.
final class FITReader: FITSink {
    private(set) var batches: SampleBatches
    private let name: String
    private let outlines: [FITOutline.File]
    private var current = -1
    private var outline = FITOutline.File()
    private var tracks: [RecordedTrack] = []
    private var counter = FITRecord.DistanceCounter()
    private var monitoring = FITMonitoring(source: "", device: "", utcOffset: nil)
    private var measurements = FITMeasurements(source: "", device: "")
    /// The developer fields of records without a meaning of their own, by name.
    private var developerValues: [String: (range: ValueRange, unit: String)] = [:]
    private var offset: Int64 = 0
    private(set) var isTruncated = false
    /// The times of the workouts in milliseconds since 1970, UTC.
    private(set) var workouts: [Range<Int64>] = []

    /// Developer fields of an activity that are summarised.
    private static let developerLimit = 64

    init(_ batches: SampleBatches, name: String, outlines: [FITOutline.File]) {
        self.batches = batches
        self.name = name
        self.outlines = outlines
    }

    func reportProgress(_ progress: ExportProgress, _ bytes: Int64) throws {
        try progress.report(bytes, to: &batches)
    }

    func beginFile(at offset: Int64) throws {
        try finishFile()
        current += 1
        outline = outlines.indices.contains(current) ? outlines[current] : FITOutline.File()
        let (source, device) = (outline.source, outline.device)
        let sports = outline.sessions.isEmpty ? [outline.sport] : outline.sessions.map(\.sport)
        if current == 0 {
            batches.setFormat("FIT \(outline.type) of \(device.isEmpty ? source : device)")
        }
        tracks = sports.map { RecordedTrack(sport: $0, source: source, device: device) }
        counter = FITRecord.DistanceCounter()
        monitoring = FITMonitoring(source: source, device: device, utcOffset: outline.utcOffset)
        measurements = FITMeasurements(source: source, device: device)
        developerValues = [:]
    }

    func receive(_ damage: FITDamage) throws {
        if damage.losesMessages { isTruncated = true }
        guard damage.kind != .truncated else { return }
        guard damage.kind != .checksum else {
            // Values of the file may be wrong, and items may be missing.
            return batches.reportTruncation("\(damage)", at: damage.offset)
        }
        try batches.report("\(damage)", at: location(damage.offset))
    }

    func receive(_ message: FITMessage) throws {
        offset = message.offset
        switch message.number {
        case FITProfile.record: try readRecord(message)
        case FITProfile.session:
            // Sessions are appended at the end of the file, with the points of their records.
            if FITSession(message) == nil {
                try batches.quarantine(
                    location(message.offset), type: "Workout", reason: "its start is not valid")
            }
        case FITProfile.monitoring:
            guard try monitoring.append(message, to: &batches, from: location(message.offset))
            else { return try quarantineWithoutTime(message, "monitoring") }
        case FITProfile.monitoringInfo: monitoring.begin(message)
        case let number where FITProfile.descriptions.contains(number): break
        default:
            guard
                try !measurements.append(message, to: &batches, from: location(message.offset))
            else { return }
            batches.ignore(of: FITProfile.name(ofMessage: message.number))
        }
    }

    private func readRecord(_ message: FITMessage) throws {
        guard let point = FITRecord.point(message, &counter) else {
            return try quarantineWithoutTime(message, "record")
        }
        let index = outline.sessions.lastIndex { $0.start <= point.time } ?? 0
        guard tracks.indices.contains(index) else { return }
        try tracks[index].append(point, to: &batches, from: location(message.offset))
        message.forEachDeveloperField { field, value in
            guard let value, !field.name.isEmpty else { return }
            let isNew = developerValues[field.name] == nil
            guard !isNew || developerValues.count < Self.developerLimit else { return }
            developerValues[field.name, default: (ValueRange(), field.unit)].range.append(value)
        }
    }

    private func quarantineWithoutTime(_ message: FITMessage, _ type: String) throws {
        try batches.quarantine(
            location(message.offset), type: type, reason: "it has no time of day")
    }

    // MARK: End of a file

    /// Ends the last file.
    func finish() throws {
        try finishFile()
    }

    private func finishFile() throws {
        guard current >= 0 else { return }
        try measurements.endNight(&batches, location(offset))
        for (kind, count) in measurements.untried.sorted(by: { $0.key < $1.key }) {
            try batches.report(
                "\(kind): this part of FIT was not tried on a real file", at: location(0),
                count: count)
        }
        if let users = measurements.usersReport {
            try batches.report(users.text, at: location(0), count: users.count)
        }
        if monitoring.unknownStarts > 0 {
            try batches.report(
                "counts of the first day before the start of the file are not known",
                at: location(offset), count: monitoring.unknownStarts)
        }
        try reportRefusals()
        if outline.sessions.isEmpty {
            try finishRecording()
        } else {
            for (index, session) in outline.sessions.enumerated() {
                try append(session, tracks[index], number: index)
            }
        }
        try setOffset()
    }

    /// Counts the sessions and laps that the outline has no memory for. Their records are in the workout before
    /// them.
    private func reportRefusals() throws {
        batches.ignore(outline.refusedSessions, of: "sessions beyond the limit of a file")
        guard outline.refusedLaps > 0 else { return }
        try batches.report(
            "laps beyond the first \(FITOutline.lapLimit) of a file are not stored",
            at: location(offset), count: outline.refusedLaps)
    }

    /// Appends the workout of a file that ends before its session.
    private func finishRecording() throws {
        guard let track = tracks.first, let start = track.start, let end = track.end, start < end
        else { return }
        try batches.report(
            "the summary of the workout is missing, and was computed from its records",
            at: location(offset))
        try append(
            track, number: 0, start: start, end: end, seconds: nil, statistics: track.statistics,
            metadata: [:])
    }

    private func append(_ session: FITSession, _ track: RecordedTrack, number: Int) throws {
        // What the device computed precedes what its records show.
        let statistics = session.statistics.merging(track.statistics) { device, records in
            ImportedWorkout.Statistic(
                unit: device.unit, sum: device.sum ?? records.sum,
                average: device.average ?? records.average, min: device.min ?? records.min,
                max: device.max ?? records.max)
        }
        try append(
            track, number: number, start: session.start, end: session.end,
            seconds: session.seconds, statistics: statistics, metadata: session.metadata)
    }

    private func append(
        _ track: RecordedTrack, number: Int, start: Int64, end: Int64, seconds: Double?,
        statistics: [String: ImportedWorkout.Statistic], metadata: [String: String]
    ) throws {
        let place = (current > 0 ? "#\(current + 1)" : "") + (number > 0 ? "/\(number + 1)" : "")
        let route = track.route.route(file: name + place)
        var metadata = metadata.merging(track.metadata) { session, _ in session }
        for (name, values) in developerValues where metadata[name] == nil {
            metadata[name] = values.range.text(unit: values.unit)
        }
        if start < end { workouts.append(start..<end) }
        let laps = outline.laps.filter { (start...end).contains($0.start) }
        try batches.append(
            ImportedWorkout(
                type: track.sport.type, source: track.source, device: track.device, start: start,
                end: end, seconds: seconds, statistics: statistics,
                events: laps + outline.pauses.events(from: start, to: end),
                routes: route.map { [$0] } ?? [], metadata: metadata),
            files: route == nil ? [:] : ["route": 1], from: location(offset))
    }

    /// Reports the zone of the recorder for the first day of the file.
    private func setOffset() throws {
        let start = outline.sessions.first?.start ?? tracks.first?.start
        guard let seconds = outline.utcOffset, let start else { return }
        let days = floorDivision(start / 1000 + Int64(seconds), 86_400)
        try batches.setUTCOffsets(["\(CivilDate(clampingDays: days))": seconds])
    }

    private func location(_ offset: Int64) -> ItemLocation {
        ItemLocation(offset: offset, line: 0, text: "")
    }
}
