import CivilTime
import Tracker

/// Reads records of `logs` that say what the tracker's app or an export of this program says and no
/// more, twenty times as fast as by way of a value for each field. Years of days are nearly all logs.
///
/// What it does not take is read the usual way, so that it decides nothing but speed.
struct EntryScanner {
    private let zone: Zone
    private let vacations: Set<CivilDate>
    private let activities: [String: Activity.ID]
    // What the last log named: the next ones are likely to name it too.
    private var activity: (name: [UInt8], id: Activity.ID?) = ([], nil)
    private var day: (day: CivilDate, start: Int64)?
    private var nextKey = 0

    init(zone: Zone, vacations: Set<CivilDate>, activities: some Sequence<Activity.ID>) {
        self.zone = zone
        self.vacations = vacations
        self.activities = Dictionary(activities.map { ($0.rawValue, $0) }) { $1 }
    }

    /// The entry that comes next; nil when it is not of the plain form, and nothing is passed over
    /// then.
    mutating func entry(_ reader: inout JSONReader) -> Entry? {
        let start = reader.mark
        var fields = EntryFields(nextKey: nextKey)
        let isPlain = reader.plainMembers { key, reader in fields.read(key, &reader) }
        guard isPlain, let entry = entry(fields, reader) else {
            reader.seek(to: start)
            return nil
        }
        nextKey = fields.nextKey
        return entry
    }

    private mutating func entry(
        _ fields: EntryFields, _ reader: borrowing JSONReader
    ) -> Entry? {
        guard fields.isComplete, let id = fields.id, let name = fields.activity,
            let activity = activityID(reader.bytes(name)),
            let date = fields.date.flatMap({ DocumentInstant.plain(reader.bytes($0)) }),
            fields.isSkipped ? fields.value == nil : fields.reason == nil,
            (fields.note ?? "").utf8.count <= Entry.textLimit,
            (fields.reason ?? "").utf8.count <= Entry.textLimit,
            fields.note != "Synced from HealthKit"
        else { return nil }
        let logged = fields.loggedAt.map { DocumentInstant.plain(reader.bytes($0)) }
        guard logged != .some(nil) else { return nil }
        var style = fields.style
        let day = zone.civilDate(at: date)
        guard measurableDays.contains(day), style.setDate(date, after: start(of: day)) else {
            return nil
        }
        let isVacation = fields.reason == "Vacation" && vacations.contains(day)
        return Entry(
            id: Entry.ID(id), activity: activity, day: day,
            outcome: fields.isSkipped
                ? .skipped(reason: fields.reason) : .completed(value: fields.value),
            slot: fields.slot, note: fields.note,
            source: fields.isHealth ? .health : isVacation ? .vacation : .person,
            loggedAt: logged.flatMap(\.self), style: style.bits)
    }

    private mutating func activityID(_ name: UnsafeBufferPointer<UInt8>) -> Activity.ID? {
        if !activity.name.elementsEqual(name) {
            activity = (Array(name), activities[String(decoding: name, as: UTF8.self)])
        }
        return activity.id
    }

    private mutating func start(of day: CivilDate) -> Int64 {
        if let known = self.day, known.day == day { return known.start }
        let start = zone.startOfDay(day)
        self.day = (day, start)
        return start
    }
}
