/// A measurement of a track point.
enum TrackMeasure: Int, CaseIterable {
    case heartRate, speed, power, cadence, strideLength, verticalOscillation, groundContactTime
    case respiratoryRate

    /// Unit of the values.
    var unit: String {
        switch self {
        case .heartRate, .cadence, .respiratoryRate: "count/min"
        case .speed: "m/s"
        case .power: "W"
        case .strideLength, .verticalOscillation: "mm"
        case .groundContactTime: "ms"
        }
    }

    /// The metric of the measurement during a sport; nil if the sport has none.
    func metric(of sport: Sport) -> String? {
        switch self {
        case .heartRate: "heartRate"
        case .respiratoryRate: "respiratoryRate"
        case .speed: sport.speedMetric
        case .power: sport.powerMetric
        case .cadence: sport.cadenceMetric
        case .strideLength: sport.type == "Running" ? "runningStrideLength" : nil
        case .verticalOscillation: sport.type == "Running" ? "runningVerticalOscillation" : nil
        case .groundContactTime: sport.type == "Running" ? "runningGroundContactTime" : nil
        }
    }

    /// Name in the import report of values that no metric of the sport has.
    var name: String {
        switch self {
        case .heartRate: "heartRate"
        case .speed: "speed"
        case .power: "power"
        case .cadence: "cadence"
        case .strideLength: "strideLength"
        case .verticalOscillation: "verticalOscillation"
        case .groundContactTime: "groundContactTime"
        case .respiratoryRate: "respiratoryRate"
        }
    }
}

/// A point of a recorded track.
struct TrackPoint {
    /// Milliseconds since 1970, UTC.
    var time: Int64
    /// In degrees; nil without a position.
    var position: (latitude: Double, longitude: Double)?
    /// The distance in metres since the start of the recording, as the device measured it; nil:
    /// unknown.
    var meters: Double?
    var values: [(measure: TrackMeasure, value: Double)] = []
}
