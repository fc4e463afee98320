import CivilTime
import Tracking

/// Reads records of `logs` that say what an export of this program says and no more, twenty times as
/// fast as by way of a value for each field. Years of days are nearly all logs.
///
/// What it does not take is read the usual way, so that it decides nothing but speed.
struct EntryScanner {
    private let zone: Zone
    private let vacations: Set<CivilDate>
    private let activities: [String: Activity.ID]
    private var activity: (name: [UInt8], id: Activity.ID?) = ([], nil)
    private var day: (text: [UInt8], day: CivilDate)?

    init(zone: Zone, vacations: Set<CivilDate>, activities: some Sequence<Activity.ID>) {
        self.zone = zone
        self.vacations = vacations
        self.activities = Dictionary(activities.map { ($0.rawValue, $0) }) { $1 }
    }

    /// The entry that comes next; nil when it is not of the plain form, and nothing is passed over
    /// then.
    mutating func entry(_ reader: inout JSONReader) -> Entry? {
        let start = reader.mark
        var fields = Fields()
        do throws(JSONReader.Malformed) {
            try reader.members { (key, reader) throws(JSONReader.Malformed) in
                try fields.read(key, &reader)
            }
        } catch {
            fields.isPlain = false
        }
        guard fields.isPlain, fields.count == Fields.all, let entry = entry(fields, &reader) else {
            reader.move(to: start)
            return nil
        }
        return entry
    }

    private mutating func entry(_ fields: Fields, _ reader: inout JSONReader) -> Entry? {
        guard let id = fields.id, let name = fields.activity, let date = fields.date,
            let activity = activityID(reader.bytes(name)), let day = day(reader.bytes(date)),
            fields.isSkipped ? fields.value == nil : fields.reason == nil
        else { return nil }
        let logged = fields.loggedAt.map { wholeSecond(reader.bytes($0)) }
        guard logged != .some(nil) else { return nil }
        let reason = fields.reason
        let isVacation = reason == "Vacation" && vacations.contains(day)
        guard fields.note != "Synced from HealthKit" else { return nil }
        return Entry(
            id: Entry.ID(id), activity: activity, day: day,
            outcome: fields.isSkipped ? .skipped(reason: reason) : .completed(value: fields.value),
            slot: fields.slot, note: fields.note,
            source: fields.isHealth ? .health : isVacation ? .vacation : .person,
            loggedAt: logged.flatMap(\.self))
    }

    private mutating func activityID(_ name: UnsafeBufferPointer<UInt8>) -> Activity.ID? {
        if !activity.name.elementsEqual(name) {
            activity = (Array(name), activities[String(decoding: name, as: UTF8.self)])
        }
        return activity.id
    }

    /// The day of an instant that is the start of a day, written as an export writes it.
    private mutating func day(_ text: UnsafeBufferPointer<UInt8>) -> CivilDate? {
        if let day, day.text.elementsEqual(text) { return day.day }
        guard let instant = wholeSecond(text) else { return nil }
        let found = zone.civilDate(at: instant)
        guard zone.startOfDay(found) == instant else { return nil }
        day = (Array(text), found)
        return found
    }

    /// `2026-01-05T12:00:00Z` and nothing else, in milliseconds since 1970.
    private func wholeSecond(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 20, text[19] == UInt8(ascii: "Z") else { return nil }
        return DocumentInstant.milliseconds(String(decoding: text, as: UTF8.self))
    }
}

/// The fields of a log, each null or in the form in which it is written.
private struct Fields {
    static let all = 12

    var count = 0
    var isPlain = true
    var id: String?
    var activity: Range<Int>?
    var date: Range<Int>?
    var loggedAt: Range<Int>?
    var isSkipped = false
    var value: Double?
    var note: String?
    var reason: String?
    var slot: Slot?
    var isHealth = false
    private var seen = 0

    mutating func read(_ key: String, _ reader: inout JSONReader) throws(JSONReader.Malformed) {
        count += 1
        switch key {
        case "id": id = try text(0, &reader)
        case "activityID": activity = try range(1, &reader)
        case "date": date = try range(2, &reader)
        case "completedAt": loggedAt = try range(3, &reader)
        case "statusRaw":
            let status = try text(4, &reader)
            isSkipped = status == "skipped"
            if !isSkipped, status != "completed" { isPlain = false }
        case "value":
            mark(5)
            switch try reader.value() {
            case .null: break
            case .integer(let whole): value = Double(whole)
            case .number(let number): value = number
            default: isPlain = false
            }
        case "note": note = try text(6, &reader)
        case "skipReason": reason = try text(7, &reader)
        case "timeSlotRaw":
            let word = try text(8, &reader)
            slot = word.flatMap(Slot.init(rawValue:))
            if word != nil, slot == nil { isPlain = false }
        case "source":
            let word = try text(9, &reader)
            isHealth = word == "healthkit"
            if word != nil, !isHealth { isPlain = false }
        case "photoFilename":
            if try text(10, &reader) != nil { isPlain = false }
        case "photoFilenamesData":
            if try text(11, &reader) != nil { isPlain = false }
        default:
            isPlain = false
            try reader.skip()
        }
    }

    /// A key that comes twice is not plain.
    private mutating func mark(_ field: Int) {
        if seen & 1 << field != 0 { isPlain = false }
        seen |= 1 << field
    }

    private mutating func text(
        _ field: Int, _ reader: inout JSONReader
    ) throws(JSONReader.Malformed) -> String? {
        mark(field)
        switch try reader.value() {
        case .null: return nil
        case .string(let text): return text
        default:
            isPlain = false
            return nil
        }
    }

    /// Where the letters of a string without escapes are.
    private mutating func range(
        _ field: Int, _ reader: inout JSONReader
    ) throws(JSONReader.Malformed) -> Range<Int>? {
        mark(field)
        if let range = reader.plainString() { return range }
        if try reader.value() != .null { isPlain = false }
        return nil
    }
}
