import CivilTime
import Contracts
import PostgresClient
import RPC
import StorageCore
import Tracker

extension EntryRow {
    /// All columns of `entry` except `profile_id`.
    static let columns = """
        number, id, activity, day, is_completed, value, slot, source, note, reason, \
        entered_amount, entered_unit, photos, answer, mood, place, logged_at, revision, style
        """

    /// A row with the columns of ``columns``.
    init(_ row: PostgresRow) throws {
        let isCompleted = try row.int64(4) != 0
        let entry = Entry(
            id: Entry.ID(try row.text(1)), activity: Activity.ID(try row.text(2)),
            day: CivilDate(days: try row.int32(3)),
            outcome: isCompleted
                ? .completed(value: try row.optionalDouble(5))
                : .skipped(reason: try row.optionalText(9)),
            slot: try row.optionalText(6).flatMap(Slot.init(rawValue:)),
            note: try row.optionalText(8),
            photos: try row.optionalText(12).map {
                try JSONBody.decode([String: String].self, from: Bytes($0))
            } ?? [:],
            answer: try row.optionalText(13).map {
                try JSONBody.decode(Answer.self, from: Bytes($0))
            },
            mood: try row.optionalInt64(14).map { Int($0) }, place: try row.optionalText(15),
            source: try row.optionalText(7).flatMap(EntrySource.init(rawValue:)) ?? .person,
            entered: try row.optionalText(11).map {
                EnteredValue(amount: try row.double(10), unit: $0)
            },
            loggedAt: try row.optionalInt64(16),
            style: try row.optionalInt64(18).map { Int32(truncatingIfNeeded: $0) })
        self.init(
            numbered: TrackerRecords.NumberedEntry(number: try row.int64(0), entry: entry),
            revision: try row.int64(17))
    }
}

extension [EntryRow] {
    /// Inserts the rows, which replace rows with the same numbers.
    func upsert(_ profile: Int64) throws -> PostgresQuery {
        PostgresQuery(Self.upsertText, try [.int64(profile)] + columns)
    }

    private static let upsertText = """
        INSERT INTO dayline.entry (profile_id, \(EntryRow.columns))
        SELECT $1, \(EntryRow.columns) FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
            $13, $14, $15, $16, $17, $18, $19, $20) AS row (\(EntryRow.columns))
        ON CONFLICT (profile_id, number) DO UPDATE SET id = excluded.id,
            activity = excluded.activity, day = excluded.day,
            is_completed = excluded.is_completed, value = excluded.value, slot = excluded.slot,
            source = excluded.source, note = excluded.note, reason = excluded.reason,
            entered_amount = excluded.entered_amount, entered_unit = excluded.entered_unit,
            photos = excluded.photos, answer = excluded.answer, mood = excluded.mood,
            place = excluded.place, logged_at = excluded.logged_at, revision = excluded.revision,
            style = excluded.style
        """

    /// An array for each of ``EntryRow/columns``.
    private var columns: [PostgresParameter] {
        get throws {
            let entries = map(\.numbered.entry)
            return [
                .int64s(map(\.numbered.number)), .texts(entries.map(\.id.rawValue)),
                .texts(entries.map(\.activity.rawValue)),
                .int64s(entries.map { Int64($0.day.days) }),
                .int64s(entries.map { $0.outcome.isCompleted ? 1 : 0 }),
                .doubles(entries.map(\.outcome.value)), .texts(entries.map { $0.slot?.rawValue }),
                .texts(entries.map { $0.source == .person ? nil : $0.source.rawValue }),
                .texts(entries.map(\.note)), .texts(entries.map(\.outcome.skipReason)),
                .doubles(entries.map { $0.entered?.amount }),
                .texts(entries.map { $0.entered?.unit }),
                .texts(
                    try entries.map {
                        $0.photos.isEmpty ? nil : try JSONBody.encode($0.photos).text
                    }),
                .texts(try entries.map { try $0.answer.map { try JSONBody.encode($0).text } }),
                .int64s(entries.map { $0.mood.map { Int64($0) } }), .texts(entries.map(\.place)),
                .int64s(entries.map(\.loggedAt)), .int64s(map(\.revision)),
                .int64s(entries.map { $0.style.map { Int64($0) } }),
            ]
        }
    }
}
