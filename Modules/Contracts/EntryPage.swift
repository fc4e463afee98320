import CivilTime
import FoundationEssentials
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
private struct EntryExtras: Codable {
    var note: String?
    var reason: String?
    var photos: [String: String]?
    var answer: Answer?
    var entered: EnteredValue?
}

extension Packet<EntryPage> {
    /// A page of entries; `next` is the number of the last of them, when others follow.
    package init(entries: [Tracker.NumberedEntry], next: Int64?) throws {
        var places: [Activity.ID: Int32] = [:]
        var activities: [Activity.ID] = []
        var (activity, day, form) = ([Int32](), [Int32](), [Int32]())
        var (number, loggedAt, value) = ([Int64](), [Int64](), [Double]())
        var (ids, extras, extraRows) = ([UInt8](), [UInt8](), [Int32]())
        for (row, numbered) in entries.enumerated() {
            let entry = numbered.entry
            let place = places[entry.activity] ?? Int32(activities.count)
            if place == activities.count {
                places[entry.activity] = place
                activities.append(entry.activity)
            }
            activity.append(place)
            day.append(entry.day.days)
            form.append(EntryForm(entry).bits)
            number.append(numbered.number)
            loggedAt.append(entry.loggedAt ?? 0)
            value.append(entry.outcome.value ?? 0)
            ids += entry.id.rawValue.utf8
            ids.append(EntryForm.separator)
            if let extra = EntryExtras(entry) {
                extraRows.append(Int32(row))
                extras += [UInt8](try JSONEncoder().encode(extra))
                extras.append(EntryForm.separator)
            }
        }
        self.init(
            EntryPage(activities: activities, next: next),
            columns: [
                Column("activity", activity), Column("day", day), Column("form", form),
                Column("number", number), Column("loggedAt", loggedAt), Column("value", value),
                Column("id", .bytes, Bytes(ids)), Column("extraRow", extraRows),
                Column("extra", .bytes, Bytes(extras)),
            ])
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
        let extraRows = try columns.column("extraRow", .int32).array(of: Int32.self)
        let ids = try texts(in: "id")
        let extras = try texts(in: "extra")
        let lengths = [
            day.count, form.count, number.count, loggedAt.count, value.count, ids.count,
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
                    loggedAt: form.hasTime ? loggedAt[row] : nil))
        }
        for (row, text) in zip(extraRows, extras) {
            let extra = try JSONDecoder().decode(EntryExtras.self, from: Data(text.utf8))
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
                || entry.answer != nil || entry.entered != nil
        else { return nil }
        note = entry.note
        reason = entry.outcome.skipReason
        photos = entry.photos.isEmpty ? nil : entry.photos
        answer = entry.answer
        entered = entry.entered
    }

    func add(to entry: inout Entry) {
        entry.note = note
        entry.photos = photos ?? [:]
        entry.answer = answer
        entry.entered = entered
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

    init(_ entry: Entry) {
        let slot = entry.slot.flatMap { Slot.allCases.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let source = EntrySource.allCases.firstIndex(of: entry.source) ?? 0
        bits =
            (entry.outcome.isCompleted ? 0 : 1) | (entry.outcome.value == nil ? 0 : 2)
            | (entry.loggedAt == nil ? 0 : 4) | Int32(slot) << 4 | Int32(source) << 8
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
