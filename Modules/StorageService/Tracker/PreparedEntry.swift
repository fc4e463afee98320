import CivilTime
import Contracts
import StorageCore
import Tracker

/// The values of the row of a new entry, without its profile and revision.
struct PreparedEntry: Sendable {
    let number: Int64
    let key: EntryKey
    let activity: Int64
    let day: CivilDate
    let isCompleted: Int64
    let value: Double?
    /// The values that most entries do not have; nil if all of them are NULL.
    let optionals: OptionalValues?

    /// An object, so that the entries without one are small.
    final class OptionalValues: Sendable {
        let slot: String?
        let source: String?
        let note: String?
        let reason: String?
        let enteredAmount: Double?
        let enteredUnit: String?
        let photos: String?
        let answer: String?
        let mood: Int64?
        let place: String?
        let loggedAt: Int64?
        let style: Int32?

        fileprivate init(_ row: EntryPageRows.Row, _ extras: EntryExtras?) throws {
            slot = row.slot?.rawValue
            source = row.source.stored
            note = extras?.note
            reason = extras?.reason
            enteredAmount = extras?.entered?.amount
            enteredUnit = extras?.entered?.unit
            photos = try extras?.storedPhotos
            answer = try extras?.storedAnswer
            mood = extras?.storedMood
            place = extras?.place
            loggedAt = row.loggedAt
            style = row.style
        }
    }

    /// The entry at `index` of a page, whose values are `row`.
    /// - Throws: INVALID_ARGUMENT if its optional details cannot be decoded.
    init(
        _ row: EntryPageRows.Row, _ index: Int, of page: EntryPageRows, activity: Int64,
        number: Int64
    ) throws {
        var key = EntryKey.text("")
        page.withID(index) { key = EntryKey(utf8: $0) }
        let extras = try page.extras(index)
        self.number = number
        self.key = key
        self.activity = activity
        day = row.day
        isCompleted = row.isCompleted ? 1 : 0
        value = row.value
        optionals = if extras == nil, row.isPlain { nil } else { try OptionalValues(row, extras) }
    }

    /// Appends the row in the order of the columns of the table.
    func append(to hasher: inout RowHasher, profile: Int64, revision: Int64) {
        profile.append(to: &hasher)
        number.append(to: &hasher)
        key.append(to: &hasher)
        activity.append(to: &hasher)
        day.days.append(to: &hasher)
        isCompleted.append(to: &hasher)
        value.append(to: &hasher)
        guard let optionals else {
            for _ in 0..<11 { hasher.appendNull() }
            revision.append(to: &hasher)
            return hasher.appendNull()
        }
        optionals.slot.append(to: &hasher)
        optionals.source.append(to: &hasher)
        optionals.note.append(to: &hasher)
        optionals.reason.append(to: &hasher)
        optionals.enteredAmount.append(to: &hasher)
        optionals.enteredUnit.append(to: &hasher)
        optionals.photos.append(to: &hasher)
        optionals.answer.append(to: &hasher)
        optionals.mood.append(to: &hasher)
        optionals.place.append(to: &hasher)
        optionals.loggedAt.append(to: &hasher)
        revision.append(to: &hasher)
        optionals.style.append(to: &hasher)
    }
}
