import CivilTime
import Scheduling
import Tracking

/// Where the modules and the plain model disagree about a world, in words; empty when nowhere.
func disagreements(
    in model: PlainModel, from first: CivilDate, through last: CivilDate
) -> [String] {
    let diary = model.diary
    var found: [String] = []
    func check<Value: Equatable>(_ what: String, _ got: Value, _ wanted: Value) {
        if got != wanted { found.append("\(what): got \(got), wanted \(wanted)") }
    }
    var day = first
    while day <= last {
        check("list \(day)", diary.list(on: day).map(\.activity.id.rawValue), model.todayList(day))
        for item in model.items {
            guard let activity = diary.activities[Activity.ID(item.id)] else { continue }
            let place = "\(item.id) \(day)"
            check("shown \(place)", diary.isShown(activity, on: day), model.shows(item, day))
            let carried = diary.carried(activity, to: day)
            let wanted = model.carried(item, day)
            check("carried \(place)", carried?.originalDay, wanted?.original)
            check(
                "slots \(place)", carried?.slots,
                wanted?.slots.map { Slot.allCases.sorted()[$0] })
            let streaks = diary.streaks(of: activity, asOf: day)
            check("current \(place)", streaks.current, model.currentStreak(item, asOf: day))
            check("longest \(place)", streaks.longest, model.longestStreak(item, asOf: day))
            if streaks.current > streaks.longest { found.append("current > longest \(place)") }
            let rate = diary.completionRate(of: activity, days: 7, endingOn: day)
            check("rate \(place)", rate.value, model.rate(item, days: 7, endingOn: day))
            let standing = diary.standing(of: activity, on: day)
            check("complete \(place)", standing.isCompleted, model.mark(item, day) == .done)
            check("skipped \(place)", standing.isSkipped, model.mark(item, day) == .skipped)
            if case .container = item.kind {
                let children = diary.children(of: activity, on: day).map(\.activity.id.rawValue)
                check("children \(place)", children, model.children(item, day).map(\.id))
            }
        }
        day = day.advanced(by: 1)
    }
    return found
}
