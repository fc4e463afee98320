import CivilTime
import Tracker

/// How a document writes a log, where that is not how an export does, in the bits of an entry's
/// style: the app leaves out keys that say nothing, and writes the time of day into the date.
struct EntryStyle: Hashable {
    /// Keys that may be left out when they say nothing. A stored style is a set of them by place:
    /// new ones go to the end.
    static let optionalKeys = [
        "value", "note", "skipReason", "timeSlotRaw", "completedAt", "source", "photoFilename",
        "photoFilenamesData",
    ]
    private static let keyBits = Int32(optionalKeys.count)
    private static let dateKey = "date"
    /// Greater than all of them: that of a document which writes a log as an export does.
    private static let asExported: Int32 = 1 << 30
    /// Days are longer where clocks are set back, by a day at most.
    private static let maximumSecond: Int64 = 2 * 86_400

    /// A bit for each key that is left out.
    var omitted: Int32 = 0
    /// How long after the start of its day the date is.
    var secondOfDay: Int32 = 0

    init() {}

    /// The style of an entry.
    init(_ entry: Entry) {
        let bits = (entry.style ?? 0) & (Self.asExported - 1)
        omitted = bits & (1 << Self.keyBits - 1)
        secondOfDay = bits >> Self.keyBits
    }

    /// As an entry keeps it that was read from a document.
    var bits: Int32 {
        let bits = secondOfDay << Self.keyBits | omitted
        return bits == 0 ? Self.asExported : bits
    }

    mutating func omit(_ key: Int) { omitted |= 1 << Int32(key) }

    /// Notes how long after the start of its day an instant is, both in milliseconds.
    /// - Returns: Whether a style can say so.
    mutating func setDate(_ instant: Int64, after start: Int64) -> Bool {
        let (second, rest) = (instant - start).quotientAndRemainder(dividingBy: 1000)
        guard rest == 0, (0..<Self.maximumSecond).contains(second) else { return false }
        secondOfDay = Int32(second)
        return true
    }
}

extension EntryStyle {
    /// The style that leads from the record of an export to one that was read, as far as a style can.
    init(of written: JSONObject, canonical: JSONObject, day: CivilDate, zone: Zone) {
        for (place, key) in Self.optionalKeys.enumerated()
        where written[key] == nil && canonical[key] == .null {
            omit(place)
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
        for (place, key) in Self.optionalKeys.enumerated()
        where omitted & 1 << Int32(place) != 0 && record[key] == .null {
            record[key] = nil
        }
        // Where the entry is on another day by now, or in another zone, that may be too short.
        let instant = zone.startOfDay(day) + Int64(secondOfDay) * 1000
        if secondOfDay > 0, zone.civilDate(at: instant) == day {
            record[Self.dateKey] = .string(DocumentInstant.text(instant))
        }
        return record
    }
}
