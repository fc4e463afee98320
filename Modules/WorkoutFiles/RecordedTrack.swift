import PluginKit

/// A workout while its points are read. The points become samples at once, so that the memory does not
/// depend on their number.
struct RecordedTrack {
    let sport: Sport
    let source: String
    let device: String
    /// True if the measurements of the points are appended, false if they are counted as ignored.
    private let appendsSamples: Bool
    private(set) var start: Int64?
    private(set) var end: Int64?
    private(set) var route = RecordedRoute()
    private(set) var points = 0
    /// Distance in metres: as the device measured it, otherwise along the positions.
    private(set) var meters = 0.0
    /// Whole millimetres of ``meters`` that samples have.
    private var sampledMillimeters = 0.0
    private var ranges = [ValueRange](repeating: ValueRange(), count: TrackMeasure.allCases.count)
    private var series = [SeriesHandle?](repeating: nil, count: TrackMeasure.allCases.count)
    private var distanceSeries: SeriesHandle?
    private var last: (time: Int64, meters: Double?)?

    init(sport: Sport, source: String, device: String = "", appendsSamples: Bool = true) {
        self.sport = sport
        self.source = source
        self.device = device
        self.appendsSamples = appendsSamples
    }

    /// Ends a segment of the route.
    mutating func endSegment() {
        route.endSegment()
        last?.meters = nil
    }

    /// Adds a point, and appends its samples.
    mutating func append(
        _ point: TrackPoint, to batches: inout SampleBatches, from location: ItemLocation
    ) throws {
        points += 1
        start = min(start ?? point.time, point.time)
        end = max(end ?? point.time, point.time)
        var step = 0.0
        if let position = point.position {
            step = route.append(
                time: point.time, latitude: position.latitude, longitude: position.longitude)
        }
        if let meters = point.meters { step = last?.meters.map { max(0, meters - $0) } ?? 0 }
        if step > 0, let last, last.time < point.time {
            meters += step
            try appendDistance(from: last.time, to: point.time, &batches, location)
        }
        // A point without a distance continues the distance of the points before.
        last = (point.time, point.meters ?? last?.meters)
        for (measure, value) in point.values {
            ranges[measure.rawValue].append(value)
            try append(measure, value, at: point.time, &batches, location)
        }
    }

    private mutating func append(
        _ measure: TrackMeasure, _ value: Double, at time: Int64, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard appendsSamples, let metric = measure.metric(of: sport) else {
            return batches.ignore(of: measure.name)
        }
        let handle =
            try series[measure.rawValue]
            ?? batches.series(
                SeriesDescription(
                    metric: metric, unit: measure.unit, source: source, device: device))
        series[measure.rawValue] = handle
        try batches.append(handle, start: time, end: time, value: value, from: location)
    }

    /// Appends the distance since the last sample in whole millimetres, which is more exact than any
    /// position. With other fractions a chunk of 2^20 samples exceeds a message.
    private mutating func appendDistance(
        from start: Int64, to end: Int64, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard appendsSamples, let metric = sport.distanceMetric else { return }
        let millimeters = (meters * 1000).rounded() - sampledMillimeters
        guard millimeters > 0 else { return }
        sampledMillimeters += millimeters
        let handle =
            try distanceSeries
            ?? batches.series(
                SeriesDescription(metric: metric, unit: "m", source: source, device: device))
        distanceSeries = handle
        try batches.append(
            handle, start: start, end: end, value: millimeters / 1000, from: location)
    }

    /// The statistics of the points by metric.
    var statistics: [String: ImportedWorkout.Statistic] {
        var statistics: [String: ImportedWorkout.Statistic] = [:]
        for measure in TrackMeasure.allCases {
            guard let metric = measure.metric(of: sport) else { continue }
            statistics[metric] = ranges[measure.rawValue].statistic(unit: measure.unit)
        }
        if meters > 0 {
            statistics[sport.distanceStatistic] = ImportedWorkout.Statistic(unit: "m", sum: meters)
        }
        return statistics
    }

    /// HealthKit's metadata of the sport.
    var metadata: [String: String] { sport.isIndoor ? ["HKIndoorWorkout": "1"] : [:] }
}
