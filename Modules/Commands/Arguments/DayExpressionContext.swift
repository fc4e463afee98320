import CivilTime
import Glibc
import NaturalInput
import Synchronization

/// The day that day expressions such as `mon` refer to while the arguments of a command are parsed.
///
/// The profile's today is known only to the tracker worker. Arguments are therefore parsed with the
/// day in UTC, and again with the profile's day if an argument depends on the day.
final class DayExpressionContext: Sendable {
    @TaskLocal static var current = DayExpressionContext()

    let today: CivilDate
    private let todayUse = Atomic(false)

    init(today: CivilDate = dayInUTC) {
        self.today = today
    }

    /// True if a parsed argument depends on today.
    var isTodayUsed: Bool { todayUse.load(ordering: .relaxed) }

    /// The day of an argument; nil for a text that is not a day.
    static func day(_ argument: String, _ sense: DaySense) -> CivilDate? {
        guard let expression = try? DayExpression(argument) else { return nil }
        if !expression.isAbsolute { current.todayUse.store(true, ordering: .relaxed) }
        return try? expression.date(today: current.today, sense)
    }

    /// The ends of a range; nil for a text that is not a range of days.
    static func range(
        _ argument: String, _ sense: DaySense
    ) -> (first: CivilDate, last: CivilDate)? {
        guard let expression = try? DayRangeExpression(argument) else { return nil }
        if !expression.isAbsolute { current.todayUse.store(true, ordering: .relaxed) }
        return try? expression.ends(today: current.today, sense)
    }

    /// `arguments` with a month and a day after an option for days, such as `--on nov 3`, joined to
    /// one word.
    static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        var rest = arguments[...]
        while let word = rest.popFirst() {
            joined.append(word)
            guard ArgumentForm.isDated(word), let month = rest.first,
                let day = rest.dropFirst().first, (try? DayExpression(month)) == nil,
                (try? DayExpression("\(month) \(day)")) != nil
            else { continue }
            joined.append("\(month) \(day)")
            rest = rest.dropFirst(2)
        }
        return joined
    }

    static var dayInUTC: CivilDate {
        CivilDate(clampingDays: Int64(time(nil)) / 86_400)
    }
}
