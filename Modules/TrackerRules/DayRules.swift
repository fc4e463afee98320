import CivilTime
import Tracker

/// The rules of a configuration for one day, without references, because queries over years evaluate
/// them thousands of times.
struct DayRules: Hashable, Sendable {
    enum Recurrence: Hashable, Sendable {
        /// A bit for each ISO weekday, with bit 1 for Monday, and a bit for each day of the month.
        case days(weekdays: UInt8, monthDays: UInt32)
        case sticky
        case adhoc(CivilDate?)
    }

    enum CompletionRule: Hashable, Sendable {
        /// Each session is completed separately.
        case sessions
        /// The total of the day reaches the target; without a target any entry completes the day.
        case total(target: Double?, by: Accumulation)
        /// The children of a container are completed.
        case children
    }

    var recurrence: Recurrence
    var completionRule: CompletionRule
    var sessions: SlotSet
    /// True if a missed occurrence can be carried to a day with these rules.
    var carriesForward: Bool
    var isPassive: Bool

    init(_ configuration: Configuration) {
        recurrence =
            switch configuration.schedule {
            case .daily: .days(weekdays: .max, monthDays: 0)
            case .weekly(let weekdays): .days(weekdays: Self.bits(weekdays, 1...7), monthDays: 0)
            case .monthly(let days): .days(weekdays: 0, monthDays: Self.bits(days, 1...31))
            case .sticky: .sticky
            case .adhoc(let day): .adhoc(day)
            }
        completionRule =
            switch configuration.kind {
            case .cumulative(_, let accumulation):
                .total(target: configuration.kind.dailyTarget, by: accumulation)
            case .container: .children
            case .checkbox, .value, .metric, .answer: .sessions
            }
        sessions = SlotSet(configuration.sessions)
        isPassive = configuration.isPassive
        carriesForward =
            configuration.carriesForward && configuration.schedule.canCarryForward
            && configuration.kind != .container && !configuration.isPassive
    }

    var isContainer: Bool { completionRule == .children }

    var isReminder: Bool {
        if case .days = recurrence { false } else { true }
    }

    /// True if the recurrence includes `day`. A reminder does not recur.
    func recurs(on day: CivilDate) -> Bool {
        guard case .days(let weekdays, let monthDays) = recurrence else { return false }
        if weekdays == .max { return true }
        if weekdays & 1 << UInt8(day.weekday) != 0 { return true }
        return monthDays != 0 && monthDays & 1 << UInt32(day.day) != 0
    }

    /// The session of an entry; empty if its slot is not a session of these rules.
    func session(of state: History.EntryState) -> SlotSet {
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
