package import CivilTime
import Tracker
import TrackerRules

/// What the modules and the plain model say about a world, compared.
package struct ModelComparison: Sendable {
    /// How many answers were compared.
    package private(set) var comparisons = 0
    /// Where they differ, in words.
    package private(set) var differences: [String] = []

    /// Asks everything about each day of `days`, and the streaks as of each day of `streakDays`.
    package init(
        in model: PlainModel, on days: some Sequence<CivilDate>,
        streaksOn streakDays: some Sequence<CivilDate>
    ) {
        let diary = model.history
        for day in days { compareLists(model, diary, day) }
        for item in model.items {
            guard let activity = diary.activities[Activity.ID(item.id)] else { continue }
            for day in days {
                compare(model, item, diary, activity, day)
            }
            for day in streakDays {
                let streaks = diary.streaks(of: activity, asOf: day)
                let current = model.currentStreak(item, asOf: day)
                check("current \(item.id) \(day)", streaks.current, current)
                check(
                    "longest \(item.id) \(day)", streaks.longest,
                    model.longestStreak(item, asOf: day))
                check(
                    "longest >= current \(item.id) \(day)", streaks.longest >= streaks.current, true
                )
            }
        }
    }

    private mutating func compareLists(
        _ model: PlainModel, _ diary: ActivityHistory, _ day: CivilDate
    ) {
        check(
            "list \(day)", diary.occurrences(on: day).map(\.activity.id.rawValue),
            model.todayList(day).map(\.id))
        check("progress \(day)", diary.progress(on: day), model.progress(day))
        let status = diary.status(on: day, asOf: day)
        let wanted = model.dayStatus(day)
        check("day \(day)", status.rate, wanted.rate)
        check("all skipped \(day)", status.isAllSkipped, wanted.allSkipped)
    }

    private mutating func compare(
        _ model: PlainModel, _ item: PlainModel.Item, _ diary: ActivityHistory,
        _ activity: Activity,
        _ day: CivilDate
    ) {
        check("shown \(item.id) \(day)", diary.isShown(activity, on: day), model.isShown(item, day))
        let carried = diary.carried(activity, to: day)
        let wanted = model.carried(item, day)
        check("carried \(item.id) \(day)", carried?.originalDay, wanted?.original)
        let slots = wanted?.slots.map { Slot.allCases.sorted()[$0] }
        check("slots \(item.id) \(day)", carried?.slots, slots)
        let rate = diary.completionRate(of: activity, days: 7, endingOn: day)
        check("rate \(item.id) \(day)", rate.value, model.rate(item, days: 7, endingOn: day))
        let standing = diary.dayStatus(of: activity, on: day)
        let mark = model.mark(item, day)
        check("complete \(item.id) \(day)", standing.isCompleted, mark == .done)
        check("skipped \(item.id) \(day)", standing.isSkipped, mark == .skipped)
        check("earns \(item.id) \(day)", standing.extendsStreak, model.extendsStreak(item, day))
        if model.config(item, day).kind == .container {
            check(
                "children \(item.id) \(day)",
                diary.children(of: activity, on: day).map(\.activity.id.rawValue),
                model.children(item, day).map(\.id))
        }
    }

    private mutating func check<Value: Equatable>(
        _ what: @autoclosure () -> String, _ got: Value, _ wanted: Value
    ) {
        comparisons += 1
        if got != wanted { differences.append("\(what()): got \(got), wanted \(wanted)") }
    }
}
