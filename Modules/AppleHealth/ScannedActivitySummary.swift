/// Apple's own merged totals of a day.
package struct ScannedActivitySummary: Hashable, Sendable {
    /// `YYYY-MM-DD`.
    package var day: String
    /// By attribute name without `Goal`, in the file's own units.
    package var values: [String: Double]
    package var goals: [String: Double]
    /// The unit of energy.
    package var unit: String
    /// When the export was made, in milliseconds since 1970; nil when it has not said so.
    package var exported: Int64?
}
