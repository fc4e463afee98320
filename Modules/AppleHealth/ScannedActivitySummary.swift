/// An activity summary: Apple's totals of a day.
package struct ScannedActivitySummary: Hashable, Sendable {
    /// `YYYY-MM-DD`.
    package var day: String
    /// Values by attribute name, in the units of the file; ``goals`` without the suffix `Goal`.
    package var values: [String: Double]
    package var goals: [String: Double]
    /// Unit of the energy values.
    package var unit: String
    /// Time of the export in milliseconds since 1970; nil if the file does not have it before the
    /// summary.
    package var exported: Int64?
}
