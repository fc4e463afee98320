import CivilTime
import Tracker

/// The rules of a configuration for one day, without references, because queries over years evaluate
/// them thousands of times.
struct DayRules: Hashable, Sendable {
    enum Recurrence: Hashable, Sendable {
        /// A bit for each ISO weekday, with bit 1 for Monday, and a bit for each day of the month.
        case days(weekdays: UInt8, monthDays: UInt32)
        /// Every n-th day or week since a day, with the rest of the schedule.
        case interval(IntervalRule)
        /// Any day of a week or month.
        case period
        case sticky
        case adhoc(CivilDate?)
    }

    enum CompletionRule: Hashable, Sendable {
        /// Each session is completed separately.
        case sessions
        /// The total of the day reaches the target; without a target any entry completes the day.
        case total(target: Double?, by: Accumulation)
        /// The day ends with a number, or a total by an accumulation, that does not exceed the limit.
        case limit(Double, by: Accumulation?)
        /// The children of a container are completed.
        case children
    }

    var recurrence: Recurrence
    var completionRule: CompletionRule
    var sessions: SlotSet
    /// The hour that decides the part of the day of the only session; nil: the session names it.
    var plannedHour: Int?
    /// True if a missed occurrence can be carried to a day with these rules.
    var carriesForward: Bool
    var isPassive: Bool

    /// The rule of an activity that is judged by the week or month; nil otherwise.
    var period: PeriodRule?

    /// `start` is the first day of the schedule.
    init(_ configuration: Configuration, since start: CivilDate) {
        period = configuration.isPassive ? nil : PeriodRule(configuration)
        recurrence =
            switch configuration.schedule {
            case .daily: .days(weekdays: .max, monthDays: 0)
            case .weekly(let weekdays): .days(weekdays: Self.bits(weekdays, 1...7), monthDays: 0)
            case .monthly(let days): .days(weekdays: 0, monthDays: Self.bits(days, 1...31))
            case .everyDays(let count): .interval(.days(count, since: start))
            case .everyWeeks(let count, let weekdays, let weekStart):
                .interval(
                    .weeks(
                        count,
                        weekdays: Self.bits(weekdays.isEmpty ? [start.weekday] : weekdays, 1...7),
                        weekStart ?? .monday, since: start))
            case .times: .period
            case .sticky: .sticky
            case .adhoc(let day): .adhoc(day)
            }
        if period != nil { recurrence = .period }
        let limit = period == nil ? configuration.kind.limit : nil
        completionRule =
            switch configuration.kind {
            case .cumulative(_, let accumulation) where limit != nil:
                .limit(limit ?? 0, by: accumulation)
            case .value where limit != nil: .limit(limit ?? 0, by: nil)
            case .cumulative(_, let accumulation):
                .total(target: configuration.kind.dailyTarget, by: accumulation)
            case .container: .children
            case .checkbox, .value, .metric, .answer: .sessions
            }
        sessions = SlotSet(configuration.sessions)
        plannedHour = configuration.plannedHour
        isPassive = configuration.isPassive
        carriesForward =
            configuration.carriesForward && configuration.schedule.canCarryForward
            && configuration.kind != .container && !configuration.isPassive && limit == nil
            && period == nil
    }

    var isContainer: Bool { completionRule == .children }

    var isLimit: Bool {
        if case .limit = completionRule { true } else { false }
    }

    /// True if the numbers of a day are combined.
    var countsTotals: Bool {
        switch completionRule {
        case .total, .limit(_, by: .some): true
        case .sessions, .limit(_, by: nil), .children: false
        }
    }

    var isReminder: Bool {
        switch recurrence {
        case .days, .interval, .period: false
        case .sticky, .adhoc: true
        }
    }

    /// True if the recurrence includes `day`. A reminder does not recur, and a week or month has no
    /// fixed days.
    func recurs(on day: CivilDate) -> Bool {
        if case .interval(let rule) = recurrence { return rule.recurs(on: day) }
        guard case .days(let weekdays, let monthDays) = recurrence else { return false }
        if weekdays == .max { return true }
        if weekdays & 1 << UInt8(day.weekday) != 0 { return true }
        return monthDays != 0 && monthDays & 1 << UInt32(day.day) != 0
    }

    /// The session of an entry; empty if its slot is not a session of these rules.
    func session(of state: EntryColumns.EntryState) -> SlotSet {
        // A single session accepts any slot.
        let named = sessions.count == 1 ? nil : state.slot.map { SlotSet($0) }
        return (named ?? sessions.first).intersection(sessions)
    }

    private static func bits<Bits: FixedWidthInteger>(
        _ numbers: Set<Int>, _ range: ClosedRange<Int>
    ) -> Bits {
        numbers.reduce(0) { range.contains($1) ? $0 | 1 << Bits($1) : $0 }
    }
}

/// Every n-th day or week since a start day.
enum IntervalRule: Hashable, Sendable {
    case days(Int, since: CivilDate)
    /// A bit for each ISO weekday, with bit 1 for Monday.
    case weeks(Int, weekdays: UInt8, WeekStart, since: CivilDate)

    func recurs(on day: CivilDate) -> Bool {
        switch self {
        case .days(let count, let start):
            return day >= start && count > 0 && start.distance(to: day) % count == 0
        case .weeks(let count, let weekdays, let weekStart, let start):
            guard day >= start, count > 0, weekdays & 1 << UInt8(day.weekday) != 0 else {
                return false
            }
            let intoWeek = (start.weekday - weekStart.weekday + 7) % 7
            return (start.distance(to: day) + intoWeek) / 7 % count == 0
        }
    }
}
