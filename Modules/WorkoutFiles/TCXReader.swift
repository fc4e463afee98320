import CivilTime
import PluginKit

/// Reads the activities of a TCX file as workouts. The device of an activity is stated behind its points,
/// so the file is read twice: ``TCXCreators`` first.
final class TCXReader {
    private(set) var batches: SampleBatches
    private let file: String
    private let creators: [String]
    /// True if the activities of the file are parts of one workout.
    private let isJoined: Bool
    private var scanner = MarkupScanner()
    private var track: RecordedTrack?
    private var activities = 0
    private var path: [String] = []
    private var hasRoot = false
    private var timesWithoutZone = 0
    private var lap = Lap()
    private var totals = Lap()
    private var laps: [ImportedWorkout.Event] = []
    /// Number of laps of the activity beyond the limit.
    private var refusedLaps = 0
    private var point: PartialTrackPoint?

    /// The sums of a lap or of all laps.
    private struct Lap {
        var start: Int64?
        var seconds = 0.0
        var meters = 0.0
        var kilocalories = 0.0
    }

    private static let depthLimit = 64
    /// Laps of an activity that are stored.
    private static let lapLimit = 4096

    init(_ batches: SampleBatches, file: String, creators: [String], isJoined: Bool) {
        self.isJoined = isJoined
        self.batches = batches
        self.file = file
        self.creators = creators
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
                "\(file) has no TCX document.",
                hint: "Export the activity again from the application that recorded it.")
        }
        try finishActivity(at: scanner.offset)
        if timesWithoutZone > 0 {
            try batches.report(
                "times without a zone were read as UTC", at: location(0), count: timesWithoutZone)
        }
        return scanner.isComplete
    }

    private func begin(_ name: String, _ attributes: [String: String], _ offset: Int64) throws {
        if path.count < Self.depthLimit { path.append(name) }
        switch name {
        case "TrainingCenterDatabase":
            hasRoot = true
            let devices = Set(creators.filter { !$0.isEmpty }).sorted().prefix(3)
            let recorded = devices.isEmpty ? "" : " of \(devices.joined(separator: ", "))"
            batches.setFormat("TCX with \(creators.count) activities\(recorded)")
        case "Activity" where isJoined && track != nil: track?.endSegment()
        case "Activity":
            try finishActivity(at: offset)
            let source = creators.indices.contains(activities) ? creators[activities] : ""
            activities += 1
            track = RecordedTrack(
                sport: Sport(named: attributes["Sport"] ?? ""),
                source: source.isEmpty ? "TCX" : source)
            totals = Lap()
            laps = []
        case "Lap": lap = Lap(start: attributes["StartTime"].flatMap(instant))
        case "Track": track?.endSegment()
        case "Trackpoint": point = PartialTrackPoint(offset: offset)
        case "Course", "Workout": batches.ignore(of: name)
        default: break
        }
    }

    private func end(_ name: String, _ text: String, _ offset: Int64) throws {
        if path.last == name { path.removeLast() }
        switch (path.last, name) {
        case (_, "Activity"): if !isJoined { try finishActivity(at: offset) }
        case (_, "Lap"): finishLap()
        case (_, "Trackpoint"): try finishPoint()
        case ("Lap", "TotalTimeSeconds"): lap.seconds = Self.number(text)
        case ("Lap", "DistanceMeters"): lap.meters = Self.number(text)
        case ("Lap", "Calories"): lap.kilocalories = Self.number(text)
        case ("Trackpoint", "Time"): point?.time = instant(text)
        case ("Trackpoint", "DistanceMeters"): point?.meters = Double(text)
        case ("Position", "LatitudeDegrees"): point?.latitude = Double(text)
        case ("Position", "LongitudeDegrees"): point?.longitude = Double(text)
        case ("HeartRateBpm", "Value"): point?.add(.heartRate, text)
        case ("Trackpoint", "Cadence"), ("TPX", "RunCadence"): point?.add(.cadence, text)
        case ("TPX", "Speed"): point?.add(.speed, text)
        case ("TPX", "Watts"): point?.add(.power, text)
        default: break
        }
    }

    /// A number of 0 or more; 0 for any other text.
    private static func number(_ text: String) -> Double {
        guard let number = Double(text), number.isFinite else { return 0 }
        return max(0, number)
    }

    private func instant(_ text: String) -> Int64? {
        guard let instant = InstantParser.instant(text) else { return nil }
        if !instant.hasZone { timesWithoutZone += 1 }
        return instant.milliseconds
    }

    private func finishPoint() throws {
        guard let point else { return }
        self.point = nil
        guard let time = point.time else {
            return try batches.quarantine(
                location(point.offset), type: "Trackpoint", reason: "its time is not valid")
        }
        let position = point.latitude.flatMap { latitude in
            point.longitude.map { (latitude, $0) }
        }
        try track?.append(
            TrackPoint(time: time, position: position, meters: point.meters, values: point.values),
            to: &batches, from: location(point.offset))
    }

    private func finishLap() {
        totals.start = [totals.start, lap.start].compactMap(\.self).min()
        totals.seconds += lap.seconds
        totals.meters += lap.meters
        totals.kilocalories += lap.kilocalories
        if let start = lap.start {
            if laps.count < Self.lapLimit {
                laps.append(ImportedWorkout.Event(type: "Lap", start: start, seconds: lap.seconds))
            } else {
                refusedLaps += 1
            }
        }
        lap = Lap()
    }

    private func finishActivity(at offset: Int64) throws {
        guard let track else { return }
        self.track = nil
        if refusedLaps > 0 {
            try batches.report(
                "laps beyond the first \(Self.lapLimit) of an activity are not stored",
                at: location(offset), count: refusedLaps)
            refusedLaps = 0
        }
        guard let start = totals.start ?? track.start else {
            return try batches.quarantine(
                location(offset), type: "Workout", reason: "the activity has no time")
        }
        let lapEnd = start + Int64(min(totals.seconds, Self.maximumSeconds) * 1000)
        var statistics = track.statistics
        if totals.meters > 0 {
            statistics[track.sport.distanceStatistic] =
                ImportedWorkout.Statistic(unit: "m", sum: totals.meters)
        }
        if totals.kilocalories > 0 {
            statistics["activeEnergyBurned"] =
                ImportedWorkout.Statistic(unit: "kcal", sum: totals.kilocalories)
        }
        let name = activities == 1 ? file : "\(file)#\(activities)"
        let route = track.route.route(file: name)
        try batches.append(
            ImportedWorkout(
                type: track.sport.type, source: track.source, start: start,
                end: max(lapEnd, track.end ?? start),
                seconds: totals.seconds > 0 ? totals.seconds : nil, statistics: statistics,
                events: laps, routes: route.map { [$0] } ?? [], metadata: track.metadata),
            files: route == nil ? [:] : ["route": 1], from: location(offset))
    }

    /// A longer activity is damage.
    private static let maximumSeconds = 1e9

    private func location(_ offset: Int64) -> ItemLocation {
        ItemLocation(offset: offset, line: 0, text: "")
    }
}

/// The names of the devices of a TCX file, by activity.
struct TCXCreators {
    private(set) var names: [String] = []
    private var scanner = MarkupScanner()
    private var path: [String] = []

    private static let limit = 10_000

    mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        var (names, path) = (names, path)
        try scanner.consume(block) { event, _ in
            switch event {
            case .start(let name, _):
                if path.count < Self.limit { path.append(name) }
                if name == "Activity", names.count < Self.limit { names.append("") }
            case .end(let name, let text):
                if path.last == name { path.removeLast() }
                if name == "Name", path.last == "Creator", !names.isEmpty {
                    names[names.count - 1] = text
                }
            }
        }
        (self.names, self.path) = (names, path)
    }
}
