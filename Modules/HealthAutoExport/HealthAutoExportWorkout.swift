import JSON
import PluginKit
import Workouts

/// A workout of a file, of version 1 or 2: the versions use some keys with other types.
struct HealthAutoExportWorkout {
    var workout: ImportedWorkout
    var heartRates: [HeartRate] = []

    /// A heart rate in beats per minute.
    struct HeartRate: Hashable {
        /// Milliseconds since 1970, UTC.
        var start: Int64
        /// Milliseconds: a minute for an average, 0 for a measurement.
        var length: Int64
        var value: Double
    }

    /// Keys of quantities `{qty, units}` and the metrics of their sums.
    private static let sums: [(key: StaticString, metric: String)] = [
        ("activeEnergyBurned", "activeEnergyBurned"), ("activeEnergy", "activeEnergyBurned"),
        ("stepCount", "stepCount"), ("flightsClimbed", "flightsClimbed"),
        ("swimmingStrokeCount", "swimmingStrokeCount"),
    ]

    /// Nil without a valid start and end.
    init?(_ record: JSONRecord) {
        guard let start = record.date("start"), let end = record.date("end") else { return nil }
        let name = record.text("name") ?? "Other"
        let type = Self.type(name)
        workout = ImportedWorkout(
            type: type, source: record.text("source") ?? HealthAutoExportReader.defaultSource,
            start: start.instant, end: end.instant,
            seconds: record.number("duration").flatMap { $0 > 0 ? $0 : nil })
        for (key, metric) in Self.sums {
            guard let quantity = record.record(key) else { continue }
            set(metric, sum: quantity)
        }
        if let distance = record.record("distance") { set(Self.distance(type), sum: distance) }
        readHeartRates(record)
        readRoute(record)
        workout.metadata["name"] = name
        if let location = record.text("location") { workout.metadata["location"] = location }
        if let id = record.text("id") { workout.metadata["id"] = id }
    }

    private mutating func set(_ metric: String, sum: JSONRecord) {
        guard let value = sum.number("qty") else { return }
        let (unit, factor) = HealthAutoExportNames.unit(sum.text("units") ?? "", of: metric)
        workout.statistics[metric] = ImportedWorkout.Statistic(unit: unit, sum: value * factor)
    }

    /// HealthKit's type of a name such as `Outdoor Run`.
    private static func type(_ name: String) -> String {
        let words = name.lowercased().split { !$0.isLetter }.map(String.init)
        for word in words { if let type = types[word] { return type } }
        let joined = name.split { !$0.isLetter }.joined()
        return joined.isEmpty ? "Other" : joined
    }

    private static let types = [
        "run": "Running", "running": "Running", "walk": "Walking", "walking": "Walking",
        "hike": "Hiking", "hiking": "Hiking", "cycle": "Cycling", "cycling": "Cycling",
        "swim": "Swimming", "swimming": "Swimming", "rowing": "Rowing", "rower": "Rowing",
        "yoga": "Yoga", "elliptical": "Elliptical",
    ]

    private static func distance(_ type: String) -> String {
        switch type {
        case "Cycling": "distanceCycling"
        case "Swimming": "distanceSwimming"
        case "Rowing": "distanceRowing"
        case "Running", "Walking", "Hiking": "distanceWalkingRunning"
        default: "distanceOther"
        }
    }

    private mutating func readHeartRates(_ record: JSONRecord) {
        var sum = 0.0
        var extremes: [Double] = []
        for point in record.records("heartRateData") {
            let measured = point.number("qty")
            guard let date = point.date("date"), let value = measured ?? point.number("Avg"),
                value > 0
            else { continue }
            heartRates.append(
                HeartRate(
                    start: date.instant, length: measured == nil ? Self.averageLength : 0,
                    value: value))
            sum += value
            extremes += [value, point.number("Min"), point.number("Max")].compactMap(\.self)
        }
        guard !heartRates.isEmpty else { return }
        workout.statistics["heartRate"] = ImportedWorkout.Statistic(
            unit: "count/min", average: sum / Double(heartRates.count), min: extremes.min(),
            max: extremes.max())
    }

    /// Milliseconds of an average, whose span a file does not state.
    private static let averageLength: Int64 = 60_000

    private mutating func readRoute(_ record: JSONRecord) {
        var meters = 0.0
        var box: ImportedWorkout.Route.BoundingBox?
        var line: [ImportedWorkout.Route.Position] = []
        var last: RoutePoint?
        for point in record.records("route") {
            guard let latitude = point.number("latitude") ?? point.number("lat"),
                let longitude = point.number("longitude") ?? point.number("lon"),
                latitude.magnitude <= 90, longitude.magnitude <= 180
            else { continue }
            let time = point.date("timestamp")?.instant
            let here = RoutePoint(time: time, latitude: latitude, longitude: longitude)
            meters += last?.distance(to: here) ?? 0
            last = here
            line.append(.init(time: time, latitude: latitude, longitude: longitude))
            let known =
                box
                ?? .init(
                    south: latitude, west: longitude, north: latitude, east: longitude)
            box = .init(
                south: min(known.south, latitude), west: min(known.west, longitude),
                north: max(known.north, latitude), east: max(known.east, longitude))
        }
        guard !line.isEmpty else { return }
        workout.routes = [
            ImportedWorkout.Route(
                file: record.text("id") ?? "route", points: line.count, distanceMeters: meters,
                box: box, line: [line])
        ]
    }
}
