/// Samples measured together, such as a blood pressure or the foods of a meal.
package struct ScannedCorrelation: Hashable, Sendable {
    /// HealthKit's identifier without prefix, such as `BloodPressure`.
    package var type: String
    package var source: String
    /// Milliseconds since 1970, UTC.
    package var start: Int64
    package var end: Int64
    package var members: [Member]
    package var metadata: [String: String]
    /// Number of nested elements stored with it, by name, without its records.
    package var elements: [String: Int] = [:]

    /// A sample of the correlation, with its value in the canonical unit.
    package struct Member: Hashable, Sendable {
        package var metric: String
        package var start: Int64
        package var end: Int64
        package var value: Double
    }
}
