import CivilTime
import JSON
import Tracker

/// A fast path for records of `logs` in the form that the seed tracker or an export writes. The scanner is
/// twenty times as fast as decoding a value per field, and documents consist almost entirely of entries.
///
/// Records in any other form are read by the general reader, with the same results.
struct EntryScanner {
    private let zone: Zone
    private let vacations: Set<CivilDate>
    private let activities: [String: Activity.ID]
    // The values of the last entry, which the next entries are likely to repeat.
    private var activity: (name: [UInt8], id: Activity.ID?) = ([], nil)
    private var day: (day: CivilDate, start: Int64)?
    private var nextKey = 0

    init(zone: Zone, vacations: Set<CivilDate>, activities: some Sequence<Activity.ID>) {
        self.zone = zone
        self.vacations = vacations
        self.activities = Dictionary(activities.map { ($0.rawValue, $0) }) { $1 }
    }

    /// The entry of a record; nil if the record is not in plain form.
    mutating func entry(_ record: JSONTape) -> Entry? {
        var fields = EntryFields(nextKey: nextKey)
        guard fields.read(record), let entry = entry(fields) else { return nil }
        nextKey = fields.nextKey
        return entry
    }

    private mutating func entry(_ fields: EntryFields) -> Entry? {
        guard let id = fields.id, let activity = fields.activity.flatMap({ activityID($0) }),
            let date = fields.date.flatMap(DocumentInstant.plain),
            fields.isSkipped ? fields.value == nil : fields.reason == nil,
            (fields.note ?? "").utf8.count <= Entry.textLimit,
            (fields.reason ?? "").utf8.count <= Entry.textLimit,
            fields.note != "Synced from HealthKit"
        else { return nil }
        let logged = fields.loggedAt.map(DocumentInstant.plain)
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
        if let cached = self.day, cached.day == day { return cached.start }
        let start = zone.startOfDay(day)
        self.day = (day, start)
        return start
    }
}
