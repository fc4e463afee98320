/// The totals of a day that another application computed, with its goals. One is stored per day: that of
/// the newest export.
public struct ImportedActivitySummary: Hashable, Sendable {
    /// The day as `YYYY-MM-DD`.
    public var day: String
    /// Values by HealthKit's name, such as `activeEnergyBurned`, `appleExerciseTime` or
    /// `appleStandHours`.
    public var values: [String: Double]
    /// Goals by the same names.
    public var goals: [String: Double]
    /// Unit of the energy values, such as `kcal`.
    public var energyUnit: String
    /// Time of the export in milliseconds since 1970, UTC; nil if unknown.
    public var exported: Int64?

    /// The totals and goals of a day.
    public init(
        day: String, values: [String: Double], goals: [String: Double] = [:],
        energyUnit: String = "kcal", exported: Int64? = nil
    ) {
        self.day = day
        self.values = values
        self.goals = goals
        self.energyUnit = energyUnit
        self.exported = exported
    }
}
