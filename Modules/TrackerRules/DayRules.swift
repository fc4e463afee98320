import CivilTime
import Tracker

/// What a configuration asks of a day, in a form without references: a question about years asks it
/// thousands of times.
struct DayRules: Hashable, Sendable {
    enum Recurrence: Hashable, Sendable {
        /// A bit for each ISO weekday, Monday the second lowest, and for each day of the month.
        case days(weekdays: UInt8, monthDays: UInt32)
        case sticky
        case adhoc(CivilDate?)
    }

    enum CompletionRule: Hashable, Sendable {
        /// Each session by itself.
        case sessions
        /// The day's total against its target; without one any entry will do.
        case total(target: Double?, by: Accumulation)
        /// A container: through its children.
        case children
    }

    var recurrence: Recurrence
    var completionRule: CompletionRule
    var sessions: SlotSet
    /// Whether a missed occurrence may be carried to the days on which these rules hold.
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

    /// Whether the recurrence names `day`. A reminder recurs on no day.
    func recurs(on day: CivilDate) -> Bool {
        guard case .days(let weekdays, let monthDays) = recurrence else { return false }
        if weekdays == .max { return true }
        if weekdays & 1 << UInt8(day.weekday) != 0 { return true }
        return monthDays != 0 && monthDays & 1 << UInt32(day.day) != 0
    }

    /// The session that an entry belongs to; none when its slot is none of them.
    func session(of mark: History.EntryState) -> SlotSet {
        // With one session it does not matter which slot an entry names.
        let named = sessions.count == 1 ? nil : mark.slot.map { SlotSet($0) }
        return (named ?? sessions.first).intersection(sessions)
    }

    private static func bits<Bits: FixedWidthInteger>(
        _ places: Set<Int>, _ known: ClosedRange<Int>
    ) -> Bits {
        places.reduce(0) { known.contains($1) ? $0 | 1 << Bits($1) : $0 }
    }
}
