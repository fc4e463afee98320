package import CivilTime
package import RPC
package import Tracking

/// Many entries as they travel: numbers in columns, what few entries have as JSON.
package struct EntryPage: Codable, Hashable, Sendable {
    /// The activities that the column `activity` counts, from 0.
    package var activities: [Activity.ID]
    /// The number of the page's last entry; nil when no entry follows the page.
    package var next: Int64?
}

/// What only some entries have.
package struct EntryExtras: Codable, Sendable {
    package var note: String?
    package var reason: String?
    package var photos: [String: String]?
    package var answer: Answer?
    package var entered: EnteredValue?
    package var mood: Int?
    package var place: String?

    package init(
        note: String?, reason: String?, photos: [String: String]?, answer: Answer?,
        entered: EnteredValue?, mood: Int?, place: String?
    ) {
        self.note = note
        self.reason = reason
        self.photos = photos
        self.answer = answer
        self.entered = entered
        self.mood = mood
        self.place = place
    }
}

/// Puts entries into the columns of a page, one after another.
package struct EntryPageWriter: Sendable {
    private var places: [Activity.ID: Int32] = [:]
    private var activities: [Activity.ID] = []
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

    /// The number of the entry that was added last.
    package var lastNumber: Int64? { number.last }

    /// Adds an entry, taken apart: `id` is UTF-8, `isCompleted` tells a completion from a skip.
    package mutating func add(
        _ number: Int64, id: some Sequence<UInt8>, of activity: Activity.ID, on day: CivilDate,
        isCompleted: Bool, value: Double?, slot: Slot?, source: EntrySource, loggedAt: Int64?,
        style: Int32?, extras: EntryExtras?
    ) throws {
        let place = places[activity] ?? Int32(activities.count)
        if place == activities.count {
            places[activity] = place
            activities.append(activity)
        }
        if let extras {
            extraRows.append(Int32(self.day.count))
            self.extras += try JSONBody.encode(extras).array(of: UInt8.self)
            self.extras.append(EntryForm.separator)
        }
        self.activity.append(place)
        self.day.append(day.days)
        form.append(
            EntryForm(
                isCompleted: isCompleted, hasValue: value != nil, hasTime: loggedAt != nil,
                slot: slot, source: source
            ).bits)
        self.number.append(number)
        self.loggedAt.append(loggedAt ?? 0)
        self.value.append(value ?? 0)
        self.style.append(style ?? 0)
        ids += id
        ids.append(EntryForm.separator)
    }

    /// The page; `next` is the number of its last entry, when others follow.
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
    /// A page of entries; `next` is the number of the last of them, when others follow.
    package init(entries: [Tracker.NumberedEntry], next: Int64?) throws {
        var writer = EntryPageWriter()
        for numbered in entries {
            let entry = numbered.entry
            try writer.add(
                numbered.number, id: entry.id.rawValue.utf8, of: entry.activity, on: entry.day,
                isCompleted: entry.outcome.isCompleted, value: entry.outcome.value,
                slot: entry.slot, source: entry.source, loggedAt: entry.loggedAt,
                style: entry.style, extras: EntryExtras(entry))
        }
        self = writer.page(next: next)
    }

    /// The entries, in the order of the page.
    /// - Throws: INVALID_ARGUMENT when the columns do not fit one another.
    package func entries() throws -> [Tracker.NumberedEntry] {
        let activity = try columns.column("activity", .int32).array(of: Int32.self)
        let day = try columns.column("day", .int32).array(of: Int32.self)
        let form = try columns.column("form", .int32).array(of: Int32.self)
        let number = try columns.column("number", .int64).array(of: Int64.self)
        let loggedAt = try columns.column("loggedAt", .int64).array(of: Int64.self)
        let value = try columns.column("value", .float64).array(of: Double.self)
        let style = try columns.column("style", .int32).array(of: Int32.self)
        let extraRows = try columns.column("extraRow", .int32).array(of: Int32.self)
        let ids = try texts(in: "id")
        let extras = try texts(in: "extra")
        let lengths = [
            day.count, form.count, number.count, loggedAt.count, value.count, style.count,
            ids.count,
        ]
        guard lengths.allSatisfy({ $0 == activity.count }), extras.count == extraRows.count,
            activity.allSatisfy({ body.activities.indices.contains(Int($0)) }),
            extraRows.allSatisfy({ activity.indices.contains(Int($0)) })
        else {
            throw Status(.invalidArgument, "The columns of the entries do not fit one another.")
        }
        var entries = activity.indices.map { row in
            let form = EntryForm(bits: form[row])
            return Tracker.NumberedEntry(
                number: number[row],
                entry: Entry(
                    id: Entry.ID(ids[row]), activity: body.activities[Int(activity[row])],
                    day: CivilDate(days: day[row]), outcome: form.outcome(value: value[row]),
                    slot: form.slot, source: form.source,
                    loggedAt: form.hasTime ? loggedAt[row] : nil,
                    style: style[row] == 0 ? nil : style[row]))
        }
        for (row, text) in zip(extraRows, extras) {
            let extra = try JSONBody.decode(EntryExtras.self, from: Bytes(text))
            extra.add(to: &entries[Int(row)].entry)
        }
        return entries
    }

    private func texts(in name: String) throws(Status) -> [String] {
        try columns.column(name, .bytes).withUnsafeBytes { bytes in
            bytes.split(separator: EntryForm.separator, omittingEmptySubsequences: false)
                .dropLast().map { String(decoding: $0, as: UTF8.self) }
        }
    }
}

extension EntryExtras {
    init?(_ entry: Entry) {
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

/// What an entry is, in a few bits: its status, slot and source, and which numbers it has.
private struct EntryForm {
    /// Neither JSON nor an identifier holds a line feed.
    static let separator = UInt8(ascii: "\n")

    var bits: Int32

    init(bits: Int32) {
        self.bits = bits
    }

    init(
        isCompleted: Bool, hasValue: Bool, hasTime: Bool, slot: Slot?, source: EntrySource
    ) {
        let slot = slot.flatMap { Slot.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let source = EntrySource.allCases.firstIndex(of: source) ?? 0
        bits =
            (isCompleted ? 0 : 1) | (hasValue ? 2 : 0) | (hasTime ? 4 : 0) | Int32(slot) << 4
            | Int32(source) << 8
    }

    var hasTime: Bool { bits & 4 != 0 }

    var slot: Slot? {
        let place = Int(bits >> 4 & 15)
        return (1...Slot.allCases.count).contains(place) ? Slot.allCases[place - 1] : nil
    }

    var source: EntrySource {
        let place = Int(bits >> 8 & 15)
        return EntrySource.allCases.indices.contains(place) ? EntrySource.allCases[place] : .person
    }

    func outcome(value: Double) -> Outcome {
        bits & 1 != 0 ? .skipped(reason: nil) : .completed(value: bits & 2 != 0 ? value : nil)
    }
}
