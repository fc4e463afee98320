import PluginKit

/// A stream of data points that Google merged from all devices. Streams of single devices repeat its
/// points.
enum GoogleFitStream: Equatable {
    /// Steps with and without those that Google estimated between measurements.
    case estimatedSteps, mergedSteps
    case sleep
    case bloodPressure
    /// A metric with its unit and the number of the stream's unit in one of it.
    case value(metric: String, unit: String, divisor: Double)

    /// The stream of a text such as
    /// `derived:com.google.heart_rate.bpm:com.google.android.gms:merge_heart_rate_bpm`; nil if it is not
    /// read.
    init?(_ source: String) {
        let parts = source.split(separator: ":", maxSplits: 3).map(String.init)
        guard parts.count == 4, parts[0] == "derived", parts[2] == "com.google.android.gms" else {
            return nil
        }
        let (type, name) = (parts[1], parts[3])
        if type == "com.google.heart_rate.bpm", name.hasPrefix("resting_heart_rate") {
            self = .value(metric: "restingHeartRate", unit: "count/min", divisor: 1)
            return
        }
        guard name.hasPrefix("merge") || name == "estimated_steps" else { return nil }
        switch type {
        case "com.google.step_count.delta":
            self = name == "estimated_steps" ? .estimatedSteps : .mergedSteps
        case "com.google.sleep.segment": self = .sleep
        case "com.google.blood_pressure": self = .bloodPressure
        default:
            guard let value = Self.values[type] else { return nil }
            self = value
        }
    }

    private static let values: [String: Self] = [
        "com.google.heart_rate.bpm": .value(metric: "heartRate", unit: "count/min", divisor: 1),
        "com.google.weight": .value(metric: "bodyMass", unit: "kg", divisor: 1),
        "com.google.height": .value(metric: "height", unit: "m", divisor: 1),
        "com.google.body.fat.percentage": .value(
            metric: "bodyFatPercentage", unit: "fraction", divisor: 100),
        "com.google.distance.delta": .value(
            metric: "distanceWalkingRunning", unit: "m", divisor: 1),
        "com.google.hydration": .value(metric: "dietaryWater", unit: "L", divisor: 1),
        "com.google.oxygen_saturation": .value(
            metric: "oxygenSaturation", unit: "fraction", divisor: 100),
        "com.google.body.temperature": .value(
            metric: "bodyTemperature", unit: "degC", divisor: 1),
        "com.google.blood_glucose": .value(
            metric: "bloodGlucose", unit: "mmol<180.1558800000541>/L", divisor: 1),
    ]

    /// The metric or kind of item in the import report.
    var type: String {
        switch self {
        case .estimatedSteps, .mergedSteps: "stepCount"
        case .sleep: "sleepAnalysis"
        case .bloodPressure: "BloodPressure"
        case .value(let metric, _, _): metric
        }
    }

    /// Stages by the numbers of `SleepStages`.
    static let stages: [Int64: SleepStage] = [
        1: .awake, 2: .asleep, 3: .awake, 4: .core, 5: .deep, 6: .rem,
    ]
}
