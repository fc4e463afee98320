/// A table of measurements of a Fitbit export.
struct FitbitTable: Hashable {
    /// The name of the column of the time.
    let time: String
    /// The name of the column of the value.
    let value: String
    let metric: String
    let unit: String
    /// Number of the table's unit in one of ``unit``.
    var divisor = 1.0
    /// True if the time names the day of the value, in the zone in which it is written.
    var isDay = false
    /// The JSON file with the same measurements, which is read if both are there; nil: none.
    var twin: Twin?

    enum Twin {
        case weight, restingHeartRate
    }

    /// The column with the origin of a value, in the tables of newer exports.
    static let sourceColumn = "data source"
    /// The end of the origin of a value that another application has recorded.
    static let copyEnding = " Health Connect"

    /// The tables by the name of their file without the day.
    static let tables: [String: FitbitTable] = [
        "heart rate variability details": FitbitTable(
            time: "timestamp", value: "rmssd", metric: "heartRateVariabilityRMSSD", unit: "ms"),
        "minute spo": FitbitTable(
            time: "timestamp", value: "value", metric: "oxygenSaturation", unit: "fraction",
            divisor: 100),
        "daily respiratory rate summary": FitbitTable(
            time: "timestamp", value: "daily_respiratory_rate", metric: "respiratoryRate",
            unit: "count/min", isDay: true),
        "computed temperature": FitbitTable(
            time: "sleep_end", value: "nightly_temperature", metric: "skinTemperature",
            unit: "degC"),
        "weight": FitbitTable(
            time: "timestamp", value: "weight grams", metric: "bodyMass", unit: "g", twin: .weight),
        "body_fat": FitbitTable(
            time: "timestamp", value: "body fat percentage", metric: "bodyFatPercentage",
            unit: "fraction", divisor: 100, twin: .weight),
        "daily_resting_heart_rate": FitbitTable(
            time: "timestamp", value: "beats per minute", metric: "restingHeartRate",
            unit: "count/min", isDay: true, twin: .restingHeartRate),
        "daily_respiratory_rate": FitbitTable(
            time: "timestamp", value: "breaths per minute", metric: "respiratoryRate",
            unit: "count/min", isDay: true),
    ]
}
