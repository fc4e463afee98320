import JSON
import PluginKit
import WorkoutFiles

/// Reads workouts member by member, with memory for one point of their lists.
final class WorkoutReader {
    private let samples: HealthAutoExportSamples
    /// The sources of the complete workouts by their index in the file.
    private let sources: [Int: String]
    private var members = WorkoutMembers()
    private var heartRates = HeartRateStatistic()
    private var route = RecordedRoute()
    /// Elements of the route that are not positions on the earth.
    private var damagedPositions = 0
    /// Elements of lists that are not read.
    private var others = 0
    /// The sums of lists by metric.
    private var sums: [String: Double] = [:]

    init(_ samples: HealthAutoExportSamples, sources: [Int: String]) {
        self.samples = samples
        self.sources = sources
    }

    /// Adds a member of the workout that is being read.
    func add(_ name: String, _ value: UnsafeRawBufferPointer) {
        members.add(name, value)
    }

    // MARK: Heart rates

    /// Appends the heart rates in the usual form that the bytes begin with.
    /// - Returns: Their length; ``readHeartRate(_:of:_:)`` reads the next one.
    func readPlainHeartRates(
        _ bytes: UnsafeRawBufferPointer, of workout: Int, _ offset: Int64
    ) throws -> Int {
        guard let source = sources[workout] else { return 0 }
        return try PlainPoint.readAll(in: bytes) { point in
            guard let value = point.value, value > 0 else { return false }
            try append(
                value, point.extremes, isAverage: point.isAverage, point.date, source,
                ItemLocation(
                    UnsafeRawBufferPointer(rebasing: bytes[point.range]),
                    offset + Int64(point.range.lowerBound)))
            return true
        }
    }

    /// Appends or quarantines a heart rate; nil for a value that is not an object. Those of a workout that is
    /// damaged or incomplete are not read.
    func readHeartRate(_ record: JSONRecord?, of workout: Int, _ location: ItemLocation) throws {
        guard let source = sources[workout] else { return }
        let measured = record?.number("qty")
        guard let record, let date = record.date("date"),
            let value = measured ?? record.number("Avg"), value > 0
        else {
            return try samples.batches.quarantine(
                location, type: "heartRate", reason: "it has no date or no value above 0")
        }
        try append(value, Extremes(record), isAverage: measured == nil, date, source, location)
    }

    private func append(
        _ value: Double, _ extremes: Extremes, isAverage: Bool,
        _ date: HealthAutoExportDate.Parsed, _ source: String,
        _ location: @autoclosure () -> ItemLocation
    ) throws {
        heartRates.add(value, extremes)
        let end = date.instant + (isAverage ? Self.averageLength : 0)
        try samples.append(
            value, "heartRate", "count/min", source, date.instant..<end,
            isAverage ? .minute : .raw,
            extremes: extremes.differ(from: value) ? extremes : Extremes(), location())
    }

    /// Milliseconds of an average: a minute.
    private static let averageLength: Int64 = 60_000

    // MARK: Route

    /// Adds the positions in the usual form that the bytes begin with.
    /// - Returns: Their length; ``readPosition(_:)`` reads the next one.
    func readPlainPositions(_ bytes: UnsafeRawBufferPointer) -> Int {
        PlainPosition.readAll(in: bytes) { position in
            addPosition(position.latitude, position.longitude, position.time?.instant)
            return true
        }
    }

    /// Adds a position of the route; nil for a value that is not an object.
    func readPosition(_ record: JSONRecord?) {
        addPosition(
            record?.number("latitude") ?? record?.number("lat"),
            record?.number("longitude") ?? record?.number("lon"),
            record?.date("timestamp")?.instant)
    }

    private func addPosition(_ latitude: Double?, _ longitude: Double?, _ time: Int64?) {
        guard let latitude, let longitude, latitude.magnitude <= 90, longitude.magnitude <= 180
        else {
            damagedPositions += 1
            return
        }
        route.append(time: time, latitude: latitude, longitude: longitude)
    }

    /// The metrics of lists whose sum a workout of version 2 states in no other way.
    private static let summedLists = [
        "stepCount": "stepCount", "swimStroke": "swimmingStrokeCount",
    ]

    /// Adds an element of another list to the sum of its metric, or counts the element: metrics have these
    /// values too. Nil for a value that is not an object.
    func readElement(of list: String, _ record: JSONRecord?) {
        guard let metric = Self.summedLists[list], let value = record?.number("qty"), value > 0
        else {
            others += 1
            return
        }
        sums[metric, default: 0] += value
    }

    // MARK: Workout

    /// Appends or quarantines the workout whose members were read, at its end.
    func finish(_ index: Int, _ offset: Int64) throws {
        defer {
            (heartRates, route) = (HeartRateStatistic(), RecordedRoute())
            (damagedPositions, others, sums) = (0, 0, [:])
        }
        if others > 0 {
            samples.batches.countNested(["values of workouts": ItemCounts(ignored: others)])
        }
        if damagedPositions > 0 {
            samples.batches.countNested(["route": ItemCounts(quarantined: damagedPositions)])
        }
        try members.read { record, bytes in
            let location = ItemLocation(bytes, offset)
            func quarantine(_ reason: String) throws {
                try samples.batches.quarantine(location, type: "Workout", reason: reason)
            }
            guard let record else {
                return try quarantine("its members are not valid, or longer than 1 MiB")
            }
            guard
                let workout = HealthAutoExportWorkout(record, heartRates, route, sums)?.workout
            else {
                return try quarantine("its start or end is not a valid date")
            }
            guard sources[index] != nil else {
                return try quarantine(
                    "the file has more than \(HealthAutoExportOutline.workoutLimit) workouts")
            }
            try samples.batches.append(
                workout, files: workout.routes.isEmpty ? [:] : ["route": 1], from: location)
        }
    }
}
