import CivilTime
import Contracts
import NaturalInput
import Presentation
import Tracker

/// The sheet of an entry as texts, as typed or as stored.
struct EntryForm {
    /// The number or the answer; nil: an entry without.
    var value: String?
    var day: String
    /// The reason of a skip; nil: a completed entry.
    var reason: String?
    var note: String
    /// The part of the day; nil: the sheet has no such field.
    var slot: String?
    /// A number from 1 to 5, or empty; nil: the sheet has no such field.
    var mood: String?
    /// The name of the place, or empty; nil: the sheet has no such field.
    var place: String?

    init(_ fields: [String: String]) {
        value = fields["value"]?.trimmed
        day = fields["date"]?.trimmed ?? ""
        reason = fields["reason"]?.trimmed
        note = fields["note"]?.trimmed ?? ""
        slot = fields["slot"]
        mood = fields["mood"]
        place = fields["place"]?.trimmed
    }

    init(_ entry: LoggedEntry) {
        value =
            (entry.entered?.amount ?? entry.value).map(NumberText.input) ?? entry.answer
        day = "\(entry.date)"
        reason = entry.status == "skipped" ? entry.skipReason ?? "" : nil
        note = entry.note ?? ""
        slot = entry.slot?.rawValue
        mood = entry.mood.map { "\($0)" } ?? ""
        place = entry.place ?? ""
    }

    /// The state of the stored entry.
    var revision: String { Revision.of([value, day, reason, note, slot, mood, place]) }

    /// The fields that differ from those of a stored entry.
    func differences(
        from stored: EntryForm
    ) -> [(label: String, saved: String, typed: String)] {
        [
            ("Value", stored.value, value), ("Day", stored.day, day),
            ("Reason of the skip", stored.reason, reason), ("Note", stored.note, note),
            ("Part of day", stored.slot, slot ?? stored.slot),
            ("Mood", stored.mood, mood ?? stored.mood),
            ("Place", stored.place, place ?? stored.place),
        ].filter { $0.1 != $0.2 }.map { ($0.0, $0.1 ?? "", $0.2 ?? "") }
    }

    /// The request with the fields that differ from those of a stored entry, and the messages by
    /// name of the field.
    func edit(
        of entry: LoggedEntry
    ) -> (request: Entries.EditRequest, errors: [String: String]) {
        let stored = EntryForm(entry)
        var request = Entries.EditRequest(id: entry.id)
        var errors: [String: String] = [:]
        if let value, value != stored.value {
            if entry.answer != nil {
                request.value = .text(value)
            } else {
                do throws(AmountError) {
                    request.value = .number(try DecimalNumber(value).value)
                    request.unit = entry.entered?.unit
                } catch {
                    errors["value"] = error.sentences
                }
            }
        }
        if day != stored.day {
            request.day = CivilDate(day)
            if request.day == nil { errors["date"] = "Write the day as 2026-11-22." }
        }
        if let reason, reason != stored.reason { request.reason = reason }
        if note != stored.note { request.note = note }
        if let slot, slot != stored.slot { request.slot = Slot(rawValue: slot) }
        if let mood, mood != stored.mood { request.mood = mood.isEmpty ? 0 : Int(mood) }
        if let place, place != stored.place { request.place = place }
        return (request, errors)
    }
}
