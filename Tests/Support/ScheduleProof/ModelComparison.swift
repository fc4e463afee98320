package import CivilTime
import Tracker
import TrackerRules

/// The comparison of the tracker rules with the plain model on one world.
package struct ModelComparison: Sendable {
    /// The number of compared results.
    package private(set) var comparisons = 0
    /// Descriptions of the differences.
    package private(set) var differences: [String] = []

    /// Compares all results for each day of `days`, and the streaks as of each day of `streakDays`.
    package init(
        in model: PlainModel, on days: some Sequence<CivilDate>,
        streaksOn streakDays: some Sequence<CivilDate>
    ) {
        let history = model.history
        for day in days { compareLists(model, history, day) }
        for item in model.items {
            guard let activity = history.activities[Activity.ID(item.id)] else { continue }
            for day in days {
                compare(model, item, history, activity, day)
            }
            for day in streakDays {
                let streaks = history.streaks(of: activity, asOf: day)
                let current = model.currentStreak(item, asOf: day)
                check("current \(item.id) \(day)", streaks.current, current)
                check(
                    "longest \(item.id) \(day)", streaks.longest,
                    model.longestStreak(item, asOf: day))
                check(
                    "unit \(item.id) \(day)", streaks.unit,
                    model.streakUnit(item, model.lastCounted(item, asOf: day)))
                check(
                    "longest >= current \(item.id) \(day)", streaks.longest >= streaks.current, true
                )
            }
        }
    }

    private mutating func compareLists(
        _ model: PlainModel, _ history: ActivityHistory, _ day: CivilDate
    ) {
        check(
            "list \(day)", history.occurrences(on: day).map(\.activity.id.rawValue),
            model.todayList(day).map(\.id))
        check("progress \(day)", history.progress(on: day), model.progress(day))
        let status = history.status(on: day, asOf: day)
        let expected = model.dayStatus(day)
        check("day \(day)", status.rate, expected.rate)
        check("all skipped \(day)", status.isAllSkipped, expected.allSkipped)
    }

    private mutating func compare(
        _ model: PlainModel, _ item: PlainModel.Item, _ history: ActivityHistory,
        _ activity: Activity,
        _ day: CivilDate
    ) {
        check(
            "shown \(item.id) \(day)", history.isShown(activity, on: day), model.isShown(item, day))
        let carried = history.carried(activity, to: day)
        let expected = model.carried(item, day)
        check("carried \(item.id) \(day)", carried?.originalDay, expected?.original)
        let slots = expected?.slots.map { Slot.allCases.sorted()[$0] }
        check("slots \(item.id) \(day)", carried?.slots, slots)
        let rate = history.completionRate(of: activity, days: 7, endingOn: day)
        // The order of a sum changes its last digits.
        check(
            "rate \(item.id) \(day)", (rate.value * 1e9).rounded(),
            (model.rate(item, days: 7, endingOn: day) * 1e9).rounded())
        let status = history.dayStatus(of: activity, on: day)
        let mark = model.mark(item, day)
        check("complete \(item.id) \(day)", status.isCompleted, mark == .done)
        check("skipped \(item.id) \(day)", status.isSkipped, mark == .skipped)
        check("earns \(item.id) \(day)", status.extendsStreak, model.extendsStreak(item, day))
        check(
            "state \(item.id) \(day)", history.occurrenceState(of: activity, on: day),
            model.occurrenceState(item, day))
        let period = history.periodProgress(of: activity, on: day)
        let counted = model.period(item, day)
        check("done \(item.id) \(day)", period.map { Int($0.done) }, counted?.done)
        check("needed \(item.id) \(day)", period.map { Int($0.needed) }, counted?.needed)
        if model.config(item, day).kind == .container {
            check(
                "children \(item.id) \(day)",
                history.children(of: activity, on: day).map(\.activity.id.rawValue),
                model.children(item, day).map(\.id))
        }
    }

    private mutating func check<Value: Equatable>(
        _ what: @autoclosure () -> String, _ got: Value, _ expected: Value
    ) {
        comparisons += 1
        if got != expected { differences.append("\(what()): got \(got), expected \(expected)") }
    }
}
