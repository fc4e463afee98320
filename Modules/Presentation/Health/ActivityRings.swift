package import Charts
package import CivilTime
package import Contracts
import HealthMetrics

/// The activity rings of days, from Apple's activity summaries.
package struct ActivityRings: Encodable, Hashable, Sendable {
    /// The rings of a day; nil: not in the summary of the day.
    package struct Day: Encodable, Hashable, Sendable {
        package var day: CivilDate
        /// Active energy in kcal.
        package var energy: Double?
        package var energyGoal: Double?
        /// Exercise in minutes.
        package var exercise: Double?
        package var exerciseGoal: Double?
        /// The number of hours with a minute of standing.
        package var stand: Double?
        package var standGoal: Double?
    }

    /// The number of days that the text and the picture have without a range.
    private static let usualDays = 30

    /// The days with a summary, ascending.
    package let days: [Day]
    /// True if an option limits the days.
    private let isRanged: Bool

    private enum CodingKeys: CodingKey { case days }

    /// The rings of the summaries from `from` through `to`; nil: without that limit.
    package init(_ summaries: [ActivitySummary], from: CivilDate? = nil, to: CivilDate? = nil) {
        isRanged = from != nil || to != nil
        days = summaries.compactMap(Day.init).filter { day in
            day.day >= from ?? day.day && day.day <= to ?? day.day
        }.sorted { $0.day < $1.day }
    }

    private var shown: ArraySlice<Day> { isRanged ? days[...] : days.suffix(Self.usualDays) }
}

extension ActivityRings.Day {
    /// Nil for a summary whose day is not a date.
    fileprivate init?(_ summary: ActivitySummary) {
        guard let day = CivilDate(summary.day) else { return nil }
        let energy = "activeEnergyBurned"
        let exercise = "appleExerciseTime"
        let stand = "appleStandHours"
        let conversion = try? UnitConversion(from: summary.unit, to: "kcal")
        func kilocalories(_ value: Double?) -> Double? {
            value.flatMap { value in conversion?.converted(value) }
        }
        self.init(
            day: day, energy: kilocalories(summary.values[energy]),
            energyGoal: kilocalories(summary.goals[energy]), exercise: summary.values[exercise],
            exerciseGoal: summary.goals[exercise], stand: summary.values[stand],
            standGoal: summary.goals[stand])
    }
}

extension ActivityRings: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        let table = TextTable(
            of: shown, .left("day", \.day),
            .right("energy kcal") { Self.cell($0.energy, of: $0.energyGoal) },
            .right("exercise min") { Self.cell($0.exercise, of: $0.exerciseGoal) },
            .right("stand hours") { Self.cell($0.stand, of: $0.standGoal) })
        let text = table.text(
            styler, orIfEmpty: NoDataText.rows("activity rings", isRanged: isRanged))
        guard shown.count < days.count, let first = days.first else { return text }
        return text
            + "\nThe last \(shown.count) of \(NumberText.days(days.count)). "
            + "See all with: dayline rings --from \(first.day)"
    }

    private static func cell(_ value: Double?, of goal: Double?) -> String {
        NumberText.short(value) + (goal.map { " of \(NumberText.short($0))" } ?? "")
    }
}

extension ActivityRings: PicturePresentable {
    package var picture: Picture { chart.picture }

    package var chart: RingsChart {
        RingsChart(
            days: shown.map(\.day),
            rings: [
                RingsChart.Ring(
                    key: "energy", title: "Active energy", unit: "kcal", tone: .red,
                    values: shown.map(\.energy), goals: shown.map(\.energyGoal)),
                RingsChart.Ring(
                    key: "exercise", title: "Exercise", unit: "min", tone: .green,
                    values: shown.map(\.exercise), goals: shown.map(\.exerciseGoal)),
                RingsChart.Ring(
                    key: "stand", title: "Hours with standing", unit: "h", tone: .cyan,
                    values: shown.map(\.stand), goals: shown.map(\.standGoal)),
            ])
    }
}
