/// Samples that belong together, such as the two of a blood pressure or those of a meal.
package struct ScannedCorrelation: Hashable, Sendable {
    /// HealthKit's name without its prefix, such as `BloodPressure`.
    package var type: String
    package var source: String
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    package var members: [Member]
    package var metadata: [String: String]
    /// Elements within it that are kept with it, by name; its records are samples of their own.
    package var elements: [String: Int] = [:]

    /// A sample by its metric, times and canonical value.
    package struct Member: Hashable, Sendable {
        package var metric: String
        package var start: Int64
        package var end: Int64
        package var value: Double
    }
}
