package import Contracts
package import HealthMetrics

extension Insights.WorkoutsResponse {
    /// A row for each workout. `isRanged` is true if an option limits the days.
    package func text(_ units: UnitSystem, isRanged: Bool, _ styler: some TextStyler) -> String {
        let (unit, metres) = units == .us ? ("mi", 1609.344) : ("km", 1000)
        return TextTable(
            of: workouts, .left("day") { String($0.start.prefix("YYYY-MM-DD".count)) },
            .left("start") { TimeText.time($0.start) }, .left("type", \.type),
            .right("lasting") { TimeText.duration(seconds: $0.seconds) },
            .right("energy") { workout in
                workout.statistics["activeEnergyBurned"]?.sum.map { "\(NumberText.short($0)) kcal" }
                    ?? ""
            },
            .right("distance") { workout in
                workout.distanceMeters.map { "\(NumberText.short($0 / metres)) \(unit)" } ?? ""
            }, .left("source") { $0.copyOf == nil ? $0.source : "\($0.source) (copy)" }
        ).text(styler, orIfEmpty: NoDataText.rows("workouts", isRanged: isRanged))
    }
}
