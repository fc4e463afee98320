import PostgresClient
import StorageCore

/// The tables of PostgreSQL that hold the rows of each ``MovedTable``.
extension MovedTable {
    /// Tables whose rows are moved with those of another table, in another form, and tables whose rows are
    /// not moved, with the reason. A test compares the names with the schema.
    package static let otherPostgresTables = [
        "profile": "moved as the profile itself",
        "profile_name": "written when all profiles are verified",
        "day_block": "moved as day_total",
        "staged_chunk": "unpublished imports, which each owner of the profile removes",
        "staged_row": "unpublished imports, which each owner of the profile removes",
        "profile_removal": "responses to removals of profiles, which are not moved",
        "participant": "a consent is for the database in which it was given",
        "month_partial": "computed from the day totals when consent is given",
        "photo": "stored in a folder by a home on SQLite, and moved by name",
        "photo_piece": "the bytes of photos, moved with them",
        "cohort_query": "the log of the queries of a database",
        "schema_version": "the version of the schema",
    ]

    /// The query for the rows of a profile in the order of ``columns``. Texts of cursors have no parameters.
    func postgresQuery(_ profile: Int64) -> String {
        let list = columns.map { column in
            switch column.kind {
            case .flag: "\"\(column.name)\"::integer"
            default: "\"\(column.name)\""
            }
        }
        let rows = "FROM dayline.\"\(name)\" WHERE profile_id = \(profile)"
        return "SELECT \(list.joined(separator: ", ")) \(rows)" + condition(profile)
    }

    private func condition(_ profile: Int64) -> String {
        switch self {
        case .imports: " AND is_published"
        case .original: " AND hash IS NOT NULL"
        case .originalPiece:
            """
             AND original_id IN (
                SELECT original_id FROM dayline.original
                WHERE profile_id = \(profile) AND hash IS NOT NULL)
            """
        case .removedChunk, .removedRow, .addedChunk, .addedRow:
            """
             AND (import_id = 0 OR import_id IN (
                SELECT import_id FROM dayline.import WHERE profile_id = \(profile) AND is_published))
            """
        default: ""
        }
    }

    func row(_ row: PostgresRow) throws -> MovedRow {
        try columns.enumerated().map { index, column in
            switch column.kind {
            case .integer, .flag, .number: MovedValue(try row.optionalInt64(index))
            case .real: MovedValue(try row.optionalDouble(index))
            case .text: MovedValue(try row.optionalText(index))
            case .bytes: row.isNull(index) ? .null : .bytes(try row.data(index))
            }
        }
    }

    /// Inserts rows of a profile.
    func postgresInsertion(_ rows: [MovedRow], _ profile: Int64) -> PostgresQuery {
        let names = columns.map { "\"\($0.name)\"" }
        let values = columns.map { column in
            column.kind == .flag ? "\"\(column.name)\" <> 0" : "\"\(column.name)\""
        }
        // Of this engine only.
        let (more, expressions) =
            switch self {
            case .imports:
                (
                    ", is_published, instance, version",
                    ", true, 0, coalesce((report::json ->> 'version')::bigint, 0)"
                )
            case .original: (", instance", ", 0")
            default: ("", "")
            }
        let parameters = columns.indices.map { "$\($0 + 2)" }
        return PostgresQuery(
            """
            INSERT INTO dayline."\(name)" (profile_id, \(names.joined(separator: ", "))\(more))
            SELECT $1, \(values.joined(separator: ", "))\(expressions)
            FROM unnest(\(parameters.joined(separator: ", "))) AS row (\(names.joined(separator: ", ")))
            """,
            [.int64(profile)]
                + columns.enumerated().map { index, column in
                    column.kind.values(rows.map { $0[index] })
                })
    }
}

extension MovedTable.Kind {
    fileprivate func values(_ values: [MovedValue]) -> PostgresParameter {
        switch self {
        case .integer, .flag, .number: .int64s(values.map(\.integer))
        case .real: .doubles(values.map(\.real))
        case .text: .texts(values.map(\.text))
        case .bytes: .byteStrings(values.map(\.bytes))
        }
    }
}
