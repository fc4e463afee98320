import CivilTime
import Contracts
import HealthMetrics
import RPC
import Tracker

extension Configuration {
    /// The configuration of a new activity.
    init(
        new fields: Activities.Fields, named name: String, suggestedUnit: String?,
        weekStart: WeekStart, on day: CivilDate
    ) throws(Status) {
        var completed = fields
        let type: ActivityType =
            if let type = fields.type { type } else { Self.type(impliedBy: fields) }
        completed.type = type
        if [.value, .cumulative].contains(type), fields.unit == nil {
            completed.unit = fields.health == nil ? suggestedUnit : fields.unitOfHealthMetric
        }
        self.init()
        kind = type == .checkbox ? .checkbox : .container
        try apply(completed, to: name, weekStart: weekStart, on: day)
        if fields.carryForward == nil {
            carriesForward = type.carriesForwardByDefault && schedule.canCarryForward
        }
    }

    /// Applies the fields. Weeks without a start of their own start on `weekStart`.
    /// - Throws: INVALID_ARGUMENT for fields that contradict each other.
    mutating func apply(
        _ fields: Activities.Fields, to name: String, weekStart: WeekStart, on day: CivilDate
    ) throws(Status) {
        try setSchedule(fields, name, weekStart: weekStart, on: day)
        kind = try kind(fields, name, weekStart: weekStart)
        if let slots = fields.slots { self.slots = Set(slots).sorted() }
        if let window = fields.window {
            guard window.isInOrder else {
                throw Status(
                    .invalidArgument,
                    "The time window \(window.hoursText) of \"\(name)\" has to start before it ends, within hours "
                        + "0 to 24.",
                    hint: "For example: --window 6-9")
            }
            self.window = window
        } else if fields.without?.contains(.window) ?? false {
            window = nil
        }
        if let carries = fields.carryForward {
            let canCarry = schedule.canCarryForward && kind.type.canCarryForward
            guard !carries || canCarry && kind.limit == nil else {
                throw Status(
                    .invalidArgument,
                    "\"\(name)\" cannot be carried forward: it is due every day, only once or on any "
                        + "days of a week or month, has a target of at most, or is a container.",
                    hint: "Use a schedule of --weekly, --monthly or --every.")
            }
            carriesForward = carries
        }
        if kind.limit != nil { carriesForward = false }
        try setHealth(fields, name)
        try checkReminder(name)
        try checkTarget(name)
    }

    /// The type that fields imply if they have none.
    private static func type(impliedBy fields: Activities.Fields) -> ActivityType {
        if fields.measures != nil || fields.views != nil { return .metric }
        if fields.answer != nil || fields.options != nil { return .answer }
        if fields.mode != nil || fields.target != nil { return .cumulative }
        if fields.per != nil || fields.atMost == true { return .cumulative }
        let hasNumbers = fields.unit != nil || fields.minimum != nil || fields.maximum != nil
        return hasNumbers ? .value : .checkbox
    }

    private mutating func setSchedule(
        _ fields: Activities.Fields, _ name: String, weekStart: WeekStart, on day: CivilDate
    ) throws(Status) {
        if let rule = fields.rrule {
            do {
                schedule = try Schedule(recurrenceRule: rule, start: day)
            } catch {
                throw error.status
            }
        } else if let schedule = fields.schedule {
            self.schedule = schedule.settingWeekStart(keeping: self.schedule, or: weekStart)
        }
        switch schedule {
        case .weekly(let weekdays):
            guard !weekdays.isEmpty, weekdays.allSatisfy({ (1...7).contains($0) }) else {
                throw Status(
                    .invalidArgument,
                    "The weekly schedule of \"\(name)\" needs weekdays from 1, Monday, to 7, not "
                        + "\(Self.numbersText(weekdays)).",
                    hint: "For example: --weekly mon,wed")
            }
        case .monthly(let days):
            guard !days.isEmpty, days.allSatisfy({ (1...31).contains($0) }) else {
                throw Status(
                    .invalidArgument,
                    "The monthly schedule of \"\(name)\" needs days of the month from 1 to 31, not "
                        + "\(Self.numbersText(days)).",
                    hint: "For example: --monthly 1,15")
            }
        case .everyDays(let count):
            try Self.checkInterval(count, name)
        case .everyWeeks(let count, let weekdays, _):
            try Self.checkInterval(count, name)
            guard weekdays.allSatisfy({ (1...7).contains($0) }) else {
                throw Status(
                    .invalidArgument,
                    "The schedule of \"\(name)\" needs weekdays from 1, Monday, to 7, not "
                        + "\(Self.numbersText(weekdays)).",
                    hint: "For example: --every \(count)w --weekly mon,wed")
            }
        case .times(let count, let period):
            guard (1...period.longestInDays).contains(count) else {
                throw Status(
                    .invalidArgument,
                    "\"\(name)\" can be due 1 to \(period.longestInDays) times a "
                        + "\(period.name.rawValue), not \(count) times.",
                    hint: "For example: --times 3/\(period.name.rawValue)")
            }
        case .daily, .sticky, .adhoc:
            break
        }
        if !schedule.canCarryForward { carriesForward = false }
    }

    private static func checkInterval(_ count: Int, _ name: String) throws(Status) {
        guard count >= 1 else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" can be due every 1 or more days or weeks, not every \(count).",
                hint: "For example: --every 2d")
        }
    }

    private static func numbersText(_ numbers: Set<Int>) -> String {
        numbers.isEmpty
            ? "none" : numbers.sorted().map(String.init).joined(separator: ", ")
    }

    /// - Throws: INVALID_ARGUMENT for a limit or a weekly or monthly target that cannot be judged.
    private func checkTarget(_ name: String) throws(Status) {
        guard let quantity = kind.quantity else { return }
        if quantity.isLimit == true {
            guard quantity.target != nil, kind.type != .metric else {
                throw Status(
                    .invalidArgument,
                    "The limit of \"\(name)\" needs a target and the type value or cumulative.",
                    hint: "For example: --type cumulative --target 2 --at-most")
            }
        }
        guard let period = quantity.period?.name.rawValue else { return }
        guard kind.type == .cumulative, quantity.target ?? 0 > 0 || quantity.isLimit == true else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" needs a target and the type cumulative to be counted by the \(period).",
                hint: "For example: --type cumulative --target 150 --per \(period)")
        }
        guard schedule == .daily else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is scheduled \(schedule.text), and a target of a \(period) counts all of "
                    + "its days.",
                hint: "Use --daily with --per \(period), or --per day.")
        }
    }

    /// - Throws: INVALID_ARGUMENT for a reminder that is not a checkbox.
    private func checkReminder(_ name: String) throws(Status) {
        guard schedule.isReminder else { return }
        guard kind == .checkbox else {
            throw Status(
                .invalidArgument,
                "\"\(name)\" is a reminder: it is done or not, and has no target and no value.",
                hint: "Use an activity instead: dayline activity add \(quoted(name))")
        }
    }
}

extension TimeWindow {
    /// The hours as in `--window`, such as `6-9`.
    fileprivate var hoursText: String { "\(startHour ?? 0)-\(endHour ?? 24)" }
}
