import CivilTime
import JSON
import Tracker

/// Schedules that the format does not have. They are written as daily, with the schedule itself under a key
/// of its own.
extension Blob {
    static let exactScheduleKey = "exactSchedule"

    /// The greatest interval that is read.
    private static let intervalLimit = 100_000

    /// A schedule of every n days or weeks, or of n times a period; nil if a part is missing or invalid.
    static func exactSchedule(_ object: JSONObject) -> Schedule? {
        func number(_ key: String, within range: ClosedRange<Int>) -> Int? {
            object[key]?.integer.flatMap { range.contains($0) ? $0 : nil }
        }
        let weekStart = object["weekStart"]?.string.flatMap(WeekStart.init(rawValue:))
        switch object["type"]?.string.flatMap(Schedule.Name.init) {
        case .every:
            guard let count = number("every", within: 1...intervalLimit) else { return nil }
            if object["unit"]?.string == "day" { return .everyDays(count) }
            let listed = object["weekdays"]?.array ?? []
            let weekdays = listed.compactMap(\.integer).filter((1...7).contains)
            guard object["unit"]?.string == "week", weekdays.count == listed.count else {
                return nil
            }
            return .everyWeeks(count, on: Set(weekdays), weekStart: weekStart)
        case .times:
            guard
                let name = object["per"]?.string.flatMap(SchedulePeriod.Name.init(rawValue:)),
                case let period = SchedulePeriod(name, weekStart: weekStart),
                let count = number("count", within: 1...period.longestInDays)
            else { return nil }
            return .times(count, per: period)
        case .daily, .weekly, .monthly, .sticky, .adhoc, nil:
            return nil
        }
    }

    static func exactValue(of schedule: Schedule) -> JSONObject {
        var object: JSONObject = ["type": .string(schedule.name.rawValue)]
        switch schedule {
        case .everyDays(let count):
            object["every"] = JSONValue(count)
            object["unit"] = .string("day")
        case .everyWeeks(let count, let weekdays, let weekStart):
            object["every"] = JSONValue(count)
            object["unit"] = .string("week")
            if !weekdays.isEmpty {
                object["weekdays"] = .array(weekdays.sorted().map { JSONValue($0) })
            }
            object["weekStart"] = weekStart.map { .string($0.rawValue) }
        case .times(let count, let period):
            object["count"] = JSONValue(count)
            object.merge(value(of: period)) { $1 }
        case .daily, .weekly, .monthly, .sticky, .adhoc:
            break
        }
        return object
    }

    /// The period of a target; nil if the name is unknown.
    static func period(_ value: JSONValue) -> SchedulePeriod? {
        guard let object = value.object,
            let name = object["per"]?.string.flatMap(SchedulePeriod.Name.init(rawValue:))
        else { return nil }
        return SchedulePeriod(
            name, weekStart: object["weekStart"]?.string.flatMap(WeekStart.init(rawValue:)))
    }

    static func value(of period: SchedulePeriod) -> JSONObject {
        var object: JSONObject = ["per": .string(period.name.rawValue)]
        object["weekStart"] = period.weekStart.map { .string($0.rawValue) }
        return object
    }
}
