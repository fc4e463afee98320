import CivilTime
package import Contracts
import Folding
import PostgresClient
package import RPC
import StorageCore
package import Tracker

extension PostgresStorage: TrackerRecordOperations {
    package func documents(
        _ request: TrackerRecords.DocumentsRequest, of profile: String
    ) async throws -> TrackerRecords.DocumentsResponse {
        try await read(profile) { id in
            [
                DocumentRows.page(request, of: id), ProfileRows.zones(of: id),
                SettingRows.all(of: id),
            ]
        } _: { state, results in
            let (documents, next) = try DocumentRows.documents(results[0])
            return TrackerRecords.DocumentsResponse(
                documents: documents, next: next, version: state.latest,
                zones: try ProfileRows.zones(results[1]),
                settings: try SettingRows.values(results[2]))
        }
    }

    package func entries(
        after number: Int64, limit: Int, of profile: String
    ) async throws -> Packet<EntryPage> {
        try await read(profile) { id in
            [
                PostgresQuery(
                    """
                    SELECT \(EntryRow.columns) FROM (
                        SELECT *, sum(\(EntryRow.extraBytes)) OVER (ORDER BY number)
                            - \(EntryRow.extraBytes) AS preceding
                        FROM (
                            SELECT * FROM dayline.entry WHERE profile_id = $1 AND number > $2
                            ORDER BY number LIMIT $3) AS page
                    ) AS sized WHERE preceding < $4 ORDER BY number
                    """, .int64(id), .int64(number), .int64(Int64(limit)),
                    .int64(Int64(WireLimits.pageBytes))),
                PostgresQuery(
                    "SELECT coalesce(max(number), 0) FROM dayline.entry WHERE profile_id = $1",
                    .int64(id)),
            ]
        } _: { _, results in
            let entries = try results[0].rows.map { try EntryRow($0).numbered }
            let greatest = try results[1].first?.int64(0) ?? 0
            let last = entries.last?.number
            return try Packet<EntryPage>(
                entries: entries, next: last.flatMap { $0 < greatest ? $0 : nil })
        }
    }

    package func entry(
        _ id: Entry.ID, of profile: String
    ) async throws -> TrackerRecords.NumberedEntry {
        try await read(profile) { profile in
            [
                PostgresQuery(
                    """
                    SELECT \(EntryRow.columns) FROM dayline.entry WHERE profile_id = $1 AND id = $2
                    """, .int64(profile), .text(id.rawValue))
            ]
        } _: { _, results in
            guard let row = results[0].first else { throw StorageError.noEntry(id.rawValue) }
            return try EntryRow(row).numbered
        }
    }

    package func activityDays(
        _ request: TrackerRecords.DaysRequest, of profile: String
    ) async throws -> Packet<Days.ReadResponse> {
        try await read(profile) { id in
            [
                DocumentRows.document(
                    TrackerRecords.RecordKey(
                        kind: TrackerRecords.activityKind, id: request.activity.rawValue), of: id),
                SettingRows.all(of: id), ProfileRows.zones(of: id),
                PostgresQuery(
                    """
                    SELECT day, value, logged_at FROM dayline.entry
                    WHERE profile_id = $1 AND activity = $2 AND is_completed = 1
                    ORDER BY day, number
                    """, .int64(id), .text(request.activity.rawValue)),
            ]
        } _: { state, results in
            guard let document = try DocumentRows.documents(results[0]).documents.first else {
                throw Status(.notFound, "There is no activity \(request.activity.rawValue).")
            }
            let activity = try JSONBody.decode(Activity.self, from: Bytes(document.body))
            let settings = try SettingRows.values(results[1])
            var numbers = DayNumbers(of: activity, asOf: request.on)
            for row in results[3].rows {
                numbers.add(
                    try row.optionalDouble(1), on: CivilDate(days: try row.int32(0)),
                    at: try row.optionalInt64(2) ?? .min)
            }
            let key = Settings.intervalPrefix + Settings.activityPrefix + request.activity.rawValue
            let page = Days.ReadResponse(
                metric: request.activity.rawValue, unit: numbers.kind?.unit ?? "",
                version: state.latest, stale: false, isUnchanged: false, changed: nil,
                rememberedInterval: settings[key], weekStart: settings[Settings.weekStart],
                dayEnd: settings[Settings.dayEnd], zones: try ProfileRows.zones(results[2]),
                number: numbers.kind?.number)
            return Packet(page, columns: numbers.finished().columns)
        }
    }

    package func answers(
        _ request: TrackerRecords.AnswersRequest, of profile: String
    ) async throws -> TrackerRecords.AnswersResponse {
        try await read(profile) { id in
            [
                PostgresQuery(
                    """
                    SELECT DISTINCT ON (day) day, answer, note FROM dayline.entry
                    WHERE profile_id = $1 AND activity = $2 AND day = ANY ($3) AND is_completed = 1
                    ORDER BY day, logged_at DESC NULLS LAST, number DESC
                    """, .int64(id), .text(request.activity.rawValue),
                    .int64s(request.days.map { Int64($0.days) }))
            ]
        } _: { _, results in
            var answers: [Int32: String] = [:]
            for row in results[0].rows {
                let answer = try row.optionalText(1).map {
                    try JSONBody.decode(Answer.self, from: Bytes($0)).text
                }
                answers[try row.int32(0)] = try answer ?? row.optionalText(2)
            }
            return TrackerRecords.AnswersResponse(
                answers: request.days.map { answers[$0.days] })
        }
    }
}

extension EntryRow {
    /// The size of the columns that few entries have.
    static let extraBytes = """
        (\(["note", "reason", "entered_unit", "photos", "answer", "place"].map {
            "coalesce(octet_length(\($0)), 0)"
        }.joined(separator: " + ")))
        """
}

/// Rows of `tracked`.
enum DocumentRows {
    private static let columns = "kind, id, revision, body"

    static func document(_ key: TrackerRecords.RecordKey, of profile: Int64) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns), false FROM dayline.tracked
            WHERE profile_id = $1 AND kind = $2 AND id = $3
            """, .int64(profile), .text(key.kind), .text(key.id))
    }

    /// A page in the order of kind and identifier, with the mark whether it is cut. Ends with the document
    /// with which the texts reach the limit of a page.
    static func page(
        _ request: TrackerRecords.DocumentsRequest, of profile: Int64
    ) -> PostgresQuery {
        PostgresQuery(
            """
            SELECT \(columns), preceding + size < total FROM (
                SELECT *, sum(size) OVER (ORDER BY kind, id) - size AS preceding,
                    sum(size) OVER () AS total
                FROM (
                    SELECT *, octet_length(id) + octet_length(body) AS size FROM dayline.tracked
                    WHERE profile_id = $1 AND kind = ANY ($2) AND (kind, id) > ($3, $4)) AS rest
            ) AS sized WHERE preceding < $5 ORDER BY kind, id
            """, .int64(profile), .texts(request.kinds), .text(request.after?.kind ?? ""),
            .text(request.after?.id ?? ""), .int64(Int64(WireLimits.pageBytes)))
    }

    /// The documents of a result, and the key of the last one if others follow.
    static func documents(
        _ result: PostgresResult
    ) throws -> (documents: [TrackerRecords.Document], next: TrackerRecords.RecordKey?) {
        var isCut = false
        let documents = try result.rows.map { row in
            isCut = try row.bool(4)
            return TrackerRecords.Document(
                kind: try row.text(0), id: try row.text(1), revision: try row.int64(2),
                body: try row.text(3))
        }
        return (documents, isCut ? documents.last?.key : nil)
    }
}
