import CivilTime
import Contracts
import Metrics
import RPC
import Tracker

extension Configuration {
    /// The configuration of a new activity.
    init(
        new fields: Activities.Fields, named name: String, suggestedUnit: String?, on day: CivilDate
    ) throws(Status) {
        var completed = fields
        let type: ActivityType =
            if let given = fields.type { given } else { Self.type(impliedBy: fields) }
        completed.type = type
        if [.value, .cumulative].contains(type), fields.unit == nil {
            completed.unit = fields.health == nil ? suggestedUnit : fields.unitOfHealthMetric
        }
        self.init()
        kind = type == .checkbox ? .checkbox : .container
        try apply(completed, to: name, on: day)
        if fields.carryForward == nil {
            carriesForward = type.carriesForwardByDefault && schedule.canCarryForward
        }
    }

    /// Takes over what the fields say.
    /// - Throws: INVALID_ARGUMENT for what makes no sense together.
    mutating func apply(
        _ fields: Activities.Fields, to name: String, on day: CivilDate
    ) throws(Status) {
        try setSchedule(fields, name, on: day)
        kind = try kind(fields, name)
        if let slots = fields.slots { self.slots = Set(slots).sorted() }
        if let window = fields.window {
            guard window.isInOrder else {
                throw Status(
                    .invalidArgument,
                    "The time window of \"\(name)\" does not begin before it ends, within hours 0 to 24.",
                    hint: "Such as: --window 6-9")
            }
            self.window = window
        } else if fields.without?.contains(.window) ?? false {
            window = nil
        }
        if let carries = fields.carryForward {
            guard !carries || schedule.canCarryForward && kind.type.canCarryForward else {
                throw Status(
                    .invalidArgument,
                    "What is due every day, or only once, or is a container, is not carried "
                        + "forward.", hint: "Use it with --weekly or --monthly.")
            }
            carriesForward = carries
        }
        try setHealth(fields, name)
        try checkReminder(name)
    }

    /// The type that is meant when only its details are given.
    private static func type(impliedBy fields: Activities.Fields) -> ActivityType {
        if fields.measures != nil || fields.views != nil { return .metric }
        if fields.answer != nil || fields.options != nil { return .answer }
        if fields.mode != nil || fields.target != nil { return .cumulative }
        let takesNumbers = fields.unit != nil || fields.minimum != nil || fields.maximum != nil
        return takesNumbers ? .value : .checkbox
    }

    private mutating func setSchedule(
        _ fields: Activities.Fields, _ name: String, on day: CivilDate
    ) throws(Status) {
        if let rule = fields.rrule {
            do {
                schedule = try Schedule(recurrenceRule: rule, start: day)
            } catch {
                throw error.status
            }
        } else if let schedule = fields.schedule {
            self.schedule = schedule
        }
        switch schedule {
        case .weekly(let weekdays):
            guard !weekdays.isEmpty, weekdays.allSatisfy({ (1...7).contains($0) }) else {
                throw Status(
                    .invalidArgument,
                    "The weekly schedule of \"\(name)\" needs weekdays from 1, Monday, to 7, not "
                        + "\(Self.numbersText(weekdays)).",
                    hint: "Such as: --weekly mon,wed")
            }
        case .monthly(let days):
            guard !days.isEmpty, days.allSatisfy({ (1...31).contains($0) }) else {
                throw Status(
                    .invalidArgument,
                    "The monthly schedule of \"\(name)\" needs days of the month from 1 to 31, not "
                        + "\(Self.numbersText(days)).",
                    hint: "Such as: --monthly 1,15")
            }
        case .daily, .sticky, .adhoc:
            break
        }
        if !schedule.canCarryForward { carriesForward = false }
    }

    private static func numbersText(_ numbers: Set<Int>) -> String {
        numbers.isEmpty
            ? "none" : numbers.sorted().map(String.init).joined(separator: ", ")
    }

    /// A reminder is done or not, and lies in no container.
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
