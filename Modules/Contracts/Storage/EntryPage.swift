package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// A page of entries: fields that all entries have in columns, other details as JSON.
@Described
package struct EntryPage: Codable, Hashable, Sendable {
    /// The identifiers of the activities, which the column `activity` refers to by index from 0.
    package var activities: [Activity.ID]
    /// The number of the last entry of the page; nil: no entry follows the page.
    package var next: Int64?
}

/// Optional details of an entry.
@Message
package struct EntryExtras: Codable, Sendable {
    /// The note; nil: none.
    package var note: String?
    /// The reason of a skip; nil: none.
    package var reason: String?
    /// The file names of photos by view; nil: none.
    package var photos: [String: String]?
    /// The answer; nil: not an answer.
    package var answer: Answer?
    /// The number and unit as entered; nil: entered in the unit of the activity, or not a number.
    package var entered: EnteredValue?
    /// The mood from 1, bad, to 5, good; nil: not recorded.
    package var mood: Int?
    /// The name of the place; nil: not recorded.
    package var place: String?
}

/// Appends entries to the columns of a page.
package struct EntryPageWriter: Sendable {
    private var activityIndices: [Activity.ID: Int32] = [:]
    private var activities: [Activity.ID] = []
    /// The indices of activities by the numbers of the caller; -1: not yet on the page.
    private var numberedIndices: [Int32] = []
    private var activity: [Int32] = []
    private var day: [Int32] = []
    private var form: [Int32] = []
    private var number: [Int64] = []
    private var loggedAt: [Int64] = []
    private var value: [Double] = []
    private var style: [Int32] = []
    private var ids: [UInt8] = []
    private var extras: [UInt8] = []
    private var extraRows: [Int32] = []

    package init() {}

    package var count: Int { day.count }

    /// The number of the last appended entry.
    package var lastNumber: Int64? { number.last }

    /// The index of an activity among those of the page, to which it is added if necessary.
    package mutating func index(of activity: Activity.ID) -> Int32 {
        if let place = activityIndices[activity] { return place }
        let place = Int32(activities.count)
        activityIndices[activity] = place
        activities.append(activity)
        return place
    }

    /// The index of an activity that the caller numbers from 0. It is found by the number, because the hash of
    /// an identifier takes longer than the rest of an entry.
    package mutating func index(
        ofNumber number: Int, _ activity: @autoclosure () -> Activity.ID
    ) -> Int32 {
        while numberedIndices.count <= number { numberedIndices.append(-1) }
        if numberedIndices[number] < 0 { numberedIndices[number] = index(of: activity()) }
        return numberedIndices[number]
    }

    /// Appends an entry given by its fields: `id` in UTF-8, `place` the index of its activity,
    /// `isCompleted` false for a skip, and `extras` its ``EntryExtras`` in JSON.
    package mutating func add(
        _ number: Int64, id: some Sequence<UInt8>, at place: Int32, on day: CivilDate,
        isCompleted: Bool, value: Double?, slot: Slot?, source: EntrySource, loggedAt: Int64?,
        style: Int32?, extras: Bytes?
    ) {
        if let extras {
            extraRows.append(Int32(self.day.count))
            extras.withUnsafeBytes { self.extras.append(contentsOf: $0) }
            self.extras.append(EntryFlags.separator)
        }
        self.activity.append(place)
        self.day.append(day.days)
        form.append(
            EntryFlags(
                isCompleted: isCompleted, hasValue: value != nil, hasTime: loggedAt != nil,
                slot: slot, source: source
            ).bits)
        self.number.append(number)
        self.loggedAt.append(loggedAt ?? 0)
        self.value.append(value ?? 0)
        self.style.append(style ?? 0)
        // The append of an unknown sequence takes longer than the rest of an entry.
        if id.withContiguousStorageIfAvailable({ ids += $0 }) == nil { ids += id }
        ids.append(EntryFlags.separator)
    }

    /// The page; `next` is the number of its last entry if more entries follow.
    package func page(next: Int64?) -> Packet<EntryPage> {
        Packet(
            EntryPage(activities: activities, next: next),
            columns: [
                Column("activity", activity), Column("day", day), Column("form", form),
                Column("number", number), Column("loggedAt", loggedAt), Column("value", value),
                Column("style", style), Column("id", .bytes, Bytes(ids)),
                Column("extraRow", extraRows), Column("extra", .bytes, Bytes(extras)),
            ])
    }
}

extension Packet<EntryPage> {
    /// Creates a page of entries; `next` is the number of the last entry if more entries follow.
    package init(entries: [TrackerRecords.NumberedEntry], next: Int64?) throws {
        var writer = EntryPageWriter()
        for numbered in entries {
            let entry = numbered.entry
            writer.add(
                numbered.number, id: entry.id.rawValue.utf8,
                at: writer.index(of: entry.activity), on: entry.day,
                isCompleted: entry.outcome.isCompleted, value: entry.outcome.value,
                slot: entry.slot, source: entry.source, loggedAt: entry.loggedAt,
                style: entry.style, extras: try EntryExtras(entry).map { try JSONBody.encode($0) })
        }
        self = writer.page(next: next)
    }
}

extension EntryExtras {
    /// Collects the optional details of an entry; nil if the entry has none.
    package init?(_ entry: Entry) {
        guard
            entry.note != nil || entry.outcome.skipReason != nil || !entry.photos.isEmpty
                || entry.answer != nil || entry.entered != nil || entry.mood != nil
                || entry.place != nil
        else { return nil }
        note = entry.note
        reason = entry.outcome.skipReason
        photos = entry.photos.isEmpty ? nil : entry.photos
        answer = entry.answer
        entered = entry.entered
        mood = entry.mood
        place = entry.place
    }

    func add(to entry: inout Entry) {
        entry.note = note
        entry.photos = photos ?? [:]
        entry.answer = answer
        entry.entered = entered
        entry.mood = mood
        entry.place = place
        if !entry.outcome.isCompleted { entry.outcome = .skipped(reason: reason) }
    }
}
