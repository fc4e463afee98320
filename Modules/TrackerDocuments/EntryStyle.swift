import CivilTime
import JSON
import Tracker

/// The differences between a record of `logs` and its exported form, as the bits of an entry's style: the seed
/// tracker omits null keys and adds the time of day to the date.
struct EntryStyle: Hashable {
    /// Keys that can be omitted if null. A stored style is a bit set of indices of this array, so new keys
    /// are appended.
    static let optionalKeys = [
        "value", "note", "skipReason", "timeSlotRaw", "completedAt", "source", "photoFilename",
        "photoFilenamesData",
    ]
    private static let keyBits = Int32(optionalKeys.count)
    private static let dateKey = "date"
    /// The style of an imported record in exported form; greater than all other styles.
    private static let asExported: Int32 = 1 << 30
    /// The limit of the time of day; a day with a clock change is longer than 24 hours.
    private static let maximumSecond: Int64 = 2 * 86_400

    /// A bit for each omitted key.
    var omitted: Int32 = 0
    /// Seconds from the start of the day to the date.
    var secondOfDay: Int32 = 0

    init() {}

    /// The style of an entry.
    init(_ entry: Entry) {
        let bits = (entry.style ?? 0) & (Self.asExported - 1)
        omitted = bits & (1 << Self.keyBits - 1)
        secondOfDay = bits >> Self.keyBits
    }

    /// The stored form; never 0.
    var bits: Int32 {
        let bits = secondOfDay << Self.keyBits | omitted
        return bits == 0 ? Self.asExported : bits
    }

    mutating func omit(_ key: Int) { omitted |= 1 << Int32(key) }

    /// Sets the time of day from an instant and the start of its day, both in milliseconds.
    /// - Returns: True if a style can represent the time.
    mutating func setDate(_ instant: Int64, after start: Int64) -> Bool {
        let (second, rest) = (instant - start).quotientAndRemainder(dividingBy: 1000)
        guard rest == 0, (0..<Self.maximumSecond).contains(second) else { return false }
        secondOfDay = Int32(second)
        return true
    }
}

extension EntryStyle {
    /// The style that transforms the exported record `canonical` into `written`, as far as a style can.
    init(of written: JSONObject, canonical: JSONObject, day: CivilDate, zone: Zone) {
        for (index, key) in Self.optionalKeys.enumerated()
        where written[key] == nil && canonical[key] == .null {
            omit(index)
        }
        guard let date = written[Self.dateKey], date != canonical[Self.dateKey],
            let instant = date.string.flatMap(DocumentInstant.milliseconds),
            date == .string(DocumentInstant.text(instant))
        else { return }
        _ = setDate(instant, after: zone.startOfDay(day))
    }

    /// The record of an entry in this style.
    func applied(to canonical: JSONObject, day: CivilDate, zone: Zone) -> JSONObject {
        guard self != EntryStyle() else { return canonical }
        var record = canonical
        for (index, key) in Self.optionalKeys.enumerated()
        where omitted & 1 << Int32(index) != 0 && record[key] == .null {
            record[key] = nil
        }
        // After a change of day or zone the time can exceed the length of the day.
        let instant = zone.startOfDay(day) + Int64(secondOfDay) * 1000
        if secondOfDay > 0, zone.civilDate(at: instant) == day {
            record[Self.dateKey] = .string(DocumentInstant.text(instant))
        }
        return record
    }
}
