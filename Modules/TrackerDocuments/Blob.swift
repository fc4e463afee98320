package import CivilTime
import FoundationEssentials
package import JSON
package import Tracker

/// The encoding of fields whose names end in `Data`: base64 of a JSON document.
package enum Blob {
    package static func decode(_ text: String) -> JSONValue? {
        Data(base64Encoded: text).flatMap { try? JSONValue(parsing: Array($0)) }
    }

    /// Encodes with sorted keys, so that equal values have equal texts.
    package static func encode(_ value: JSONValue) -> JSONValue {
        .string(Data(value.text).base64EncodedString())
    }
}

extension Blob {
    /// Seconds from 1970-01-01 to 2001-01-01, the reference date of Foundation's default encoding.
    private static let referenceSeconds = 978_307_200.0

    /// A schedule; nil if the format does not define this shape.
    package static func schedule(_ value: JSONValue, in zone: Zone) -> Schedule? {
        guard let object = value.object,
            let name = object["type"]?.string.flatMap(Schedule.Name.init)
        else { return nil }
        func numbers(_ key: String, within range: ClosedRange<Int>) -> Set<Int>? {
            guard let list = object[key], list != .null else { return [] }
            guard let numbers = list.array?.map(\.integer) else { return nil }
            let valid = numbers.compactMap { $0 }.filter(range.contains)
            return valid.count == numbers.count ? Set(valid) : nil
        }
        switch name {
        case .daily:
            guard let exact = object[exactScheduleKey] else { return .daily }
            return exact.object.flatMap(exactSchedule)
        case .every, .times: return exactSchedule(object)
        case .weekly: return numbers("weekdays", within: 1...7).map(Schedule.weekly)
        case .monthly: return numbers("monthDays", within: 1...31).map(Schedule.monthly)
        case .sticky: return .sticky
        case .adhoc:
            guard let date = object["specificDate"], date != .null else { return .adhoc(nil) }
            guard let seconds = date.double, abs(seconds) < 1e12 else { return nil }
            let milliseconds = Int64(((seconds + referenceSeconds) * 1000).rounded())
            return .adhoc(zone.civilDate(at: milliseconds))
        }
    }

    /// A schedule of the older shape `{"type":"specificDays","days":[…]}`, whose weekdays are 1 (Sunday) to
    /// 7 (Saturday); nil for any other shape.
    package static func olderSchedule(_ value: JSONValue) -> Schedule? {
        guard let object = value.object, object["type"]?.string == "specificDays",
            let days = object["days"]?.array?.map(\.integer), !days.isEmpty
        else { return nil }
        let valid = days.compactMap { $0 }.filter((1...7).contains)
        guard valid.count == days.count else { return nil }
        return .weekly(Set(valid.map { $0 == 1 ? 7 : $0 - 1 }))
    }

    static func value(of schedule: Schedule, in zone: Zone) -> JSONValue {
        var object: JSONObject = ["type": .string(schedule.name.rawValue)]
        switch schedule {
        case .everyDays, .everyWeeks, .times:
            object = [
                "type": .string(Schedule.Name.daily.rawValue),
                exactScheduleKey: .object(exactValue(of: schedule)),
            ]
        case .weekly(let weekdays):
            object["weekdays"] = .array(weekdays.sorted().map { JSONValue($0) })
        case .monthly(let days):
            object["monthDays"] = .array(days.sorted().map { JSONValue($0) })
        case .adhoc(let day?):
            let seconds = Double(zone.startOfDay(day)) / 1000 - referenceSeconds
            object["specificDate"] = JSONValue(seconds)
        case .daily, .sticky, .adhoc(nil):
            break
        }
        return .object(object)
    }

    /// A time window; nil for an unknown slot or invalid hours.
    package static func window(_ value: JSONValue) -> TimeWindow? {
        guard let object = value.object, let slot = object["slot"]?.string.flatMap(Slot.init)
        else { return nil }
        let window = TimeWindow(
            slot: slot, startHour: object["customStartHour"]?.integer,
            endHour: object["customEndHour"]?.integer)
        return window.isInOrder ? window : nil
    }

    static func value(of window: TimeWindow) -> JSONValue {
        var object: JSONObject = ["slot": .string(window.slot.rawValue)]
        object["customStartHour"] = window.startHour.map { JSONValue($0) }
        object["customEndHour"] = window.endHour.map { JSONValue($0) }
        return .object(object)
    }

    package static func slots(_ value: JSONValue) -> [Slot]? {
        guard let names = value.array else { return nil }
        let slots = names.compactMap { $0.string.flatMap(Slot.init) }
        return slots.count == names.count ? slots : nil
    }

    static func value(of slots: [Slot]) -> JSONValue {
        .array(slots.map { .string($0.rawValue) })
    }

    package static func photos(_ value: JSONValue) -> [String: String]? {
        guard let object = value.object else { return nil }
        let photos = object.compactMapValues(\.string)
        let bytes = photos.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        return photos.count == object.count && bytes <= Entry.textLimit ? photos : nil
    }

    static func views(_ value: JSONValue) -> [String]? {
        guard let array = value.array else { return nil }
        let views = array.compactMap(\.string)
        return views.count == array.count ? views : nil
    }
}
