import CivilTime
import PluginKit

/// Reads the tracks of a GPX file as workouts. Routes and waypoints are plans without times and are
/// ignored.
final class GPXReader {
    private(set) var batches: SampleBatches
    private let file: String
    private var scanner = MarkupScanner()
    private var creator = "GPX"
    private var track: RecordedTrack?
    private var trackName = ""
    private var trackType = ""
    private var trackSource = ""
    /// The workout that a track of Dayline was written from; nil for other tracks.
    private var exported: ExportedWorkout?
    private var point: PartialTrackPoint?
    /// The names of the open elements.
    private var path: [String] = []
    private var tracks = 0
    private var pointsWithoutTime = 0
    private var timesWithoutZone = 0
    private var hasRoot = false

    private static let depthLimit = 64

    init(_ batches: SampleBatches, file: String) {
        self.batches = batches
        self.file = file
    }

    func consume(_ block: UnsafeRawBufferPointer) throws {
        try scanner.consume(block) { event, offset in
            switch event {
            case .start(let name, let attributes): try begin(name, attributes, offset)
            case .end(let name, let text): try end(name, text, offset)
            }
        }
    }

    /// Ends the file; returns false if the file is incomplete.
    func finish() throws -> Bool {
        guard hasRoot else {
            throw ImportProblem(
                "\(file) has no GPX document.",
                hint: "Export the track again from the application that recorded it.")
        }
        try finishTrack(at: scanner.offset)
        if timesWithoutZone > 0 {
            try batches.report(
                "times without a zone were read as UTC", at: location(0), count: timesWithoutZone)
        }
        return scanner.isComplete
    }

    private func begin(_ name: String, _ attributes: [String: String], _ offset: Int64) throws {
        if path.count < Self.depthLimit { path.append(name) }
        switch name {
        case "gpx":
            hasRoot = true
            if let creator = attributes["creator"], !creator.isEmpty { self.creator = creator }
            let version = attributes["version"].map { $0.isEmpty ? "" : " \($0)" } ?? ""
            let program = attributes["creator"].map { $0.isEmpty ? "" : " written by \($0)" } ?? ""
            batches.setFormat("GPX\(version)\(program)")
        case "trk":
            try finishTrack(at: offset)
            tracks += 1
            trackName = ""
            trackType = ""
            trackSource = ""
            exported = nil
            track = RecordedTrack(sport: .other, source: creator)
        case "workout" where creator == ExportedWorkout.creator && isWithin("trk"):
            exported = ExportedWorkout(attributes)
            beginExported()
        case "statistic": exported?.append(attributes)
        case "trkseg": track?.endSegment()
        case "trkpt":
            point = PartialTrackPoint(
                offset: offset, latitude: attributes["lat"].flatMap(Double.init),
                longitude: attributes["lon"].flatMap(Double.init))
        case "rte", "wpt": batches.ignore(of: name)
        default: break
        }
    }

    private func end(_ name: String, _ text: String, _ offset: Int64) throws {
        if path.last == name { path.removeLast() }
        let parent = path.last
        switch name {
        case "trk": try finishTrack(at: offset)
        case "trkpt": try finishPoint()
        case "type" where parent == "trk":
            trackType = text
            setSport(Sport(named: text))
        case "src" where parent == "trk": trackSource = text
        case "name" where parent == "trk": trackName = text
        case "time" where point != nil:
            if let instant = InstantParser.instant(text) {
                point?.time = instant.milliseconds
                if !instant.hasZone { timesWithoutZone += 1 }
            }
        case "hr", "heartrate": point?.add(.heartRate, text)
        case "cad", "cadence": point?.add(.cadence, text)
        case "power", "PowerInWatts": point?.add(.power, text)
        case "speed": point?.add(.speed, text)
        default: break
        }
    }

    /// The sport is stated before the points.
    private func setSport(_ sport: Sport) {
        guard let track, track.points == 0 else { return }
        self.track = RecordedTrack(sport: sport, source: creator)
    }

    /// True if the newest open element is in the extensions of this element.
    private func isWithin(_ name: String) -> Bool {
        path.dropLast().suffix(2).elementsEqual([name, "extensions"])
    }

    /// Begins the track of a workout that Dayline has written. The heart rates of its points are those
    /// near stored samples, and its distance is that of a simplified line: neither becomes samples.
    private func beginExported() {
        guard let exported, let track, track.points == 0 else { return }
        self.track = RecordedTrack(
            sport: Sport(type: trackType.isEmpty ? Sport.other.type : trackType),
            source: trackSource.isEmpty ? creator : trackSource, device: exported.device,
            appendsSamples: false)
    }

    private func finishPoint() throws {
        guard let point else { return }
        self.point = nil
        guard let latitude = point.latitude, let longitude = point.longitude else {
            return try batches.quarantine(
                location(point.offset), type: "trkpt", reason: "its position is not valid")
        }
        guard let time = point.time else {
            pointsWithoutTime += 1
            return batches.ignore(of: "trkpt without time")
        }
        try track?.append(
            TrackPoint(
                time: time, position: (latitude, longitude), meters: nil, values: point.values),
            to: &batches, from: location(point.offset))
    }

    private func finishTrack(at offset: Int64) throws {
        guard let track else { return }
        self.track = nil
        if let exported { return try finish(track, exported, at: offset) }
        guard let start = track.start, let end = track.end else {
            return try batches.quarantine(
                location(offset), type: "Workout",
                reason: "the track has no points with a time")
        }
        let name = tracks == 1 ? file : "\(file)#\(tracks)"
        let route = track.route.route(file: name)
        var metadata = track.metadata
        if !trackName.isEmpty { metadata["name"] = trackName }
        try batches.append(
            ImportedWorkout(
                type: track.sport.type, source: track.source, start: start, end: end,
                statistics: track.statistics, routes: route.map { [$0] } ?? [],
                metadata: metadata),
            files: route == nil ? [:] : ["route": 1], from: location(offset))
    }

    /// Appends the workout of a track that Dayline has written, with the values that identify it.
    private func finish(
        _ track: RecordedTrack, _ exported: ExportedWorkout, at offset: Int64
    ) throws {
        let route = track.route.route(file: exported.file ?? file)
        try batches.append(
            ImportedWorkout(
                type: track.sport.type, source: track.source, device: track.device,
                start: exported.start, end: exported.end, seconds: exported.seconds,
                statistics: exported.statistics, routes: route.map { [$0] } ?? []),
            files: route == nil ? [:] : ["route": 1], from: location(offset))
    }

    private func location(_ offset: Int64) -> ItemLocation {
        ItemLocation(offset: offset, line: 0, text: "")
    }
}
