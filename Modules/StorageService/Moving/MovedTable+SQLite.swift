import StorageCore

/// The tables of SQLite that hold the rows of each ``MovedTable``.
extension MovedTable {
    /// Tables whose rows are moved with those of another table, in another form, and tables whose rows are
    /// not moved, with the reason. A test compares the names with the schema.
    package static let otherSQLiteTables = [
        "profile": "moved as the profile itself",
        "chunk_data": "the bytes of chunks, moved with them",
        "settled_chunk": "moved as chunk", "recent_chunk": "moved as chunk",
        "workout": "moved as health_row", "correlation": "moved as health_row",
        "activity_summary": "moved as health_row",
        "settled_day_total": "moved as day_total", "recent_day_total": "moved as day_total",
        "entry_activity": "numbers of activities, for which moved entries have identifiers",
        "staged_chunk": "unpublished imports, which each start of storage removes",
        "staged_row": "unpublished imports, which each start of storage removes",
        "row_checksum": "checksums of the rows of this file",
        "missing_change": "changes that this file lost, which doctor reports for it",
    ]

    /// The query for the rows of a profile, `?1`, in the order of ``columns``.
    var sqliteQuery: String {
        switch self {
        case .profileZone:
            "SELECT coalesce(from_day, \(Int32.min)), zone FROM profile_zone WHERE profile_id = ?1"
        case .series:
            select(from: "series", ["series_id": "id"])
        case .chunk:
            """
            SELECT series_id, segment, count, first, last, min, max, sum, hash_high, hash_low, bytes
            FROM chunk JOIN chunk_data AS data ON data.id = data_id WHERE chunk.profile_id = ?1
            """
        case .correction:
            select(from: "correction", ["start_at": "start", "end_at": "\"end\""])
        case .healthRow:
            """
            SELECT 'Workout', start, "end", type, source_key, '', content FROM workout
            WHERE profile_id = ?1
            UNION ALL SELECT 'Correlation', start, "end", type, source_key, detail, content
            FROM correlation WHERE profile_id = ?1
            UNION ALL SELECT 'ActivitySummary', 0, 0, '', '', day, content FROM activity_summary
            WHERE profile_id = ?1
            """
        case .imports:
            select(from: "import", ["import_id": "id"]) + " AND state = 'published'"
        case .original:
            select(from: name, ["original_id": "id"]) + " AND hash IS NOT NULL"
        case .originalPiece:
            select(from: name)
                + " AND original_id IN (SELECT id FROM original WHERE hash IS NOT NULL)"
        case .removedChunk, .addedChunk: select(from: name) + " AND \(Self.isPublished)"
        case .removedRow, .addedRow:
            select(from: name, ["start_at": "start", "end_at": "\"end\""])
                + " AND \(Self.isPublished)"
        case .dayTotal: select(from: name) + " ORDER BY metric, day"
        case .entry, .displacedEntry:
            select(
                from: name,
                [
                    "activity": """
                    (SELECT id FROM entry_activity AS known
                        WHERE known.profile_id = ?1 AND known.number = \(name).activity)
                    """
                ])
        case .change:
            select(
                from: name,
                [
                    "reply":
                        "iif(reply ->> '$.reply' IS NULL, reply, json_remove(reply, '$.reply'))",
                    "caller_reply": "reply ->> '$.reply'",
                ])
        default: select(from: name)
        }
    }

    private static let isPublished = """
        (import_id = 0 OR import_id IN (
            SELECT id FROM import WHERE profile_id = ?1 AND state = 'published'))
        """

    private func select(from table: String, _ expressions: [String: String] = [:]) -> String {
        let list = columns.map { expressions[$0.name] ?? "\"\($0.name)\"" }
        return "SELECT \(list.joined(separator: ", ")) FROM \"\(table)\" WHERE profile_id = ?1"
    }

    /// The statements that insert a row: `?1` is the profile, the values of the row follow.
    func sqliteInsertions(_ row: MovedRow) -> [String] {
        switch self {
        case .profileZone:
            [insert(into: name, ["zone", "from_day"], ["from_day": "nullif(?2, \(Int32.min))"])]
        case .series: [insert(into: name, renaming: ["series_id": "id"])]
        case .chunk:
            [
                "INSERT INTO chunk_data (profile_id, bytes) VALUES (?1, ?12)",
                // Each statement has a parameter for the last value.
                """
                INSERT INTO settled_chunk (profile_id, series_id, segment, count, first, last, min, max,
                    sum, hash_high, hash_low, data_id)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,
                    iif(?12 IS NULL, 0, last_insert_rowid()))
                """,
            ]
        case .correction:
            [insert(into: name, renaming: ["start_at": "start", "end_at": "end"])]
        case .healthRow: [Self.healthRowInsertion(of: row[0].text)]
        case .imports:
            [
                """
                INSERT INTO import (profile_id, id, state, importer, file, report, metrics)
                VALUES (?1, ?2, 'published', ?3, ?4, ?5, ?6)
                """
            ]
        case .original: [insert(into: name, renaming: ["original_id": "id"])]
        case .removedRow, .addedRow:
            [insert(into: name, renaming: ["start_at": "start", "end_at": "end"])]
        case .dayTotal: [insert(into: "settled_day_total")]
        case .change:
            [
                insert(
                    into: name,
                    columns.map(\.name).filter { $0 != "caller_reply" },
                    ["reply": "iif(?13 IS NULL, ?12, json_set(?12, '$.reply', ?13))"])
            ]
        default: [insert(into: name)]
        }
    }

    private static func healthRowInsertion(of kind: String?) -> String {
        switch kind {
        case "Workout":
            """
            INSERT INTO workout (profile_id, start, "end", type, source_key, content)
            VALUES (?1, ?3, ?4, ?5, ?6, ?8)
            """
        case "Correlation":
            """
            INSERT INTO correlation (profile_id, start, "end", type, source_key, detail, content)
            VALUES (?1, ?3, ?4, ?5, ?6, ?7, ?8)
            """
        default: "INSERT INTO activity_summary (profile_id, day, content) VALUES (?1, ?7, ?8)"
        }
    }

    /// An insertion of all columns under their names or other ones.
    private func insert(into table: String, renaming names: [String: String] = [:]) -> String {
        let list = columns.map { names[$0.name] ?? $0.name }
        let values = columns.indices.map { "?\($0 + 2)" }
        return Self.insertion(table, list, values)
    }

    /// An insertion of some columns with expressions instead of their values.
    private func insert(
        into table: String, _ names: [String], _ expressions: [String: String]
    ) -> String {
        let values = names.map { name in
            expressions[name] ?? "?\((index(of: name) ?? 0) + 2)"
        }
        return Self.insertion(table, names, values)
    }

    private static func insertion(_ table: String, _ names: [String], _ values: [String]) -> String
    {
        let list = names.map { "\"\($0)\"" }.joined(separator: ", ")
        return "INSERT INTO \"\(table)\" (profile_id, \(list)) "
            + "VALUES (?1, \(values.joined(separator: ", ")))"
    }
}
