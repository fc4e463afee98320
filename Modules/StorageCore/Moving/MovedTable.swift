/// A table of a profile's rows as both engines can read and write it: names of columns, without that of the
/// profile, in a fixed order.
package struct MovedTable: Hashable, Sendable {
    package let name: String
    package let columns: [Column]

    package struct Column: Hashable, Sendable {
        package let name: String
        package let kind: Kind
    }

    /// The type of a column's values, any of which may be NULL.
    package enum Kind: Hashable, Sendable {
        case integer
        /// 0 or 1; a boolean in PostgreSQL.
        case flag
        case real
        case text
        case bytes
        /// A number that an engine assigns.
        case number(NumberSpace)
    }

    private init(_ name: String, _ columns: [Column]) {
        self.name = name
        self.columns = columns
    }

    package func index(of column: String) -> Int? { columns.firstIndex { $0.name == column } }
}

/// The kinds of numbers that an engine assigns: SQLite for all profiles together, PostgreSQL within each.
package enum NumberSpace: CaseIterable, Hashable, Sendable {
    case change
    case series
    /// Imports.
    case imports
    /// Files of imports.
    case originals
}

extension MovedTable.Column {
    fileprivate static func integer(_ name: String) -> Self { Self(name: name, kind: .integer) }
    fileprivate static func flag(_ name: String) -> Self { Self(name: name, kind: .flag) }
    fileprivate static func real(_ name: String) -> Self { Self(name: name, kind: .real) }
    fileprivate static func text(_ name: String) -> Self { Self(name: name, kind: .text) }
    fileprivate static func bytes(_ name: String) -> Self { Self(name: name, kind: .bytes) }
    fileprivate static func number(_ name: String, _ space: NumberSpace) -> Self {
        Self(name: name, kind: .number(space))
    }
}

extension MovedTable {
    /// The first row of a profile's zones has the least day of 32 bits.
    package static let profileZone = MovedTable(
        "profile_zone", [.integer("from_day"), .text("zone")])
    package static let setting = MovedTable("setting", [.text("key"), .text("value")])
    package static let series = MovedTable(
        "series",
        [
            .number("series_id", .series), .text("metric"), .text("source_key"), .text("device"),
            .flag("is_entered"), .text("resolution"), .text("unit"), .text("source"),
        ])
    package static let chunk = MovedTable(
        "chunk",
        [
            .number("series_id", .series), .integer("segment"), .integer("count"),
            .integer("first"), .integer("last"), .real("min"), .real("max"), .real("sum"),
            .integer("hash_high"), .integer("hash_low"), .bytes("bytes"),
        ])
    package static let correction = MovedTable(
        "correction",
        [
            .number("series_id", .series), .integer("start_at"), .integer("end_at"),
            .real("value"), .text("attributes"), .real("replacement"),
        ])
    package static let sourceOrder = MovedTable(
        "source_order", [.text("metric"), .integer("position"), .text("source_key")])
    private static let healthColumns: [Column] = [
        .text("kind"), .integer("start_at"), .integer("end_at"), .text("type"),
        .text("source_key"), .text("detail"), .text("content"),
    ]
    package static let healthRow = MovedTable("health_row", healthColumns)
    /// Published imports.
    package static let imports = MovedTable(
        "import",
        [
            .number("import_id", .imports), .text("importer"), .text("file"), .text("report"),
            .text("metrics"),
        ])
    package static let quarantined = MovedTable(
        "quarantined",
        [
            .number("import_id", .imports), .integer("position"), .text("type"),
            .integer("byte_offset"), .integer("line"), .text("reason"), .text("text"),
        ])
    /// Rows of published imports and of repairs.
    package static let removedChunk = MovedTable(
        "removed_chunk",
        [
            .number("import_id", .imports), .number("series_id", .series), .integer("segment"),
            .integer("count"), .bytes("bytes"),
        ])
    package static let removedRow = MovedTable(
        "removed_row", [.number("import_id", .imports)] + healthColumns)
    /// Rows of published imports.
    package static let addedChunk = MovedTable(
        "added_chunk",
        [
            .number("import_id", .imports), .number("series_id", .series), .integer("segment"),
            .integer("count"), .bytes("bytes"),
        ])
    package static let addedRow = MovedTable(
        "added_row",
        [.number("import_id", .imports)] + healthColumns.filter { $0.name != "content" })
    package static let importFile = MovedTable(
        "import_file",
        [
            .number("import_id", .imports), .integer("data_version"), .integer("bytes"),
            .text("hash"), .text("importer"), .text("importer_version"), .text("zone"),
        ])
    /// Complete files.
    package static let original = MovedTable(
        "original",
        [
            .number("original_id", .originals), .text("hash"), .integer("bytes"),
            .integer("stored_bytes"),
        ])
    package static let originalPiece = MovedTable(
        "original_piece",
        [
            .number("original_id", .originals), .integer("number"), .integer("bytes"),
            .bytes("data"),
        ])
    package static let importOriginal = MovedTable(
        "import_original", [.number("import_id", .imports), .number("original_id", .originals)])
    package static let metricState = MovedTable(
        "metric_state",
        [.text("metric"), .integer("changed_version"), .integer("folded_version")])
    package static let dirty = MovedTable(
        "dirty",
        [.text("metric"), .integer("version"), .integer("from_day"), .integer("to_day")])
    /// A row a day, ordered by metric and day.
    package static let dayTotal = MovedTable(
        "day_total",
        [
            .text("metric"), .integer("day"), .real("sum"), .real("raw_sum"), .integer("count"),
            .real("min"), .real("max"), .real("last"),
        ])
    private static let entryColumns: [Column] = [
        .integer("number"), .text("id"), .text("activity"), .integer("day"),
        .integer("is_completed"), .real("value"), .text("slot"), .text("source"), .text("note"),
        .text("reason"), .real("entered_amount"), .text("entered_unit"), .text("photos"),
        .text("answer"), .integer("mood"), .text("place"), .integer("logged_at"),
        .number("revision", .change), .integer("style"),
    ]
    package static let entry = MovedTable("entry", entryColumns)
    package static let tracked = MovedTable(
        "tracked",
        [.text("kind"), .text("id"), .number("revision", .change), .text("body")])
    /// `reply` lacks the response of the caller of storage, which is `caller_reply`.
    package static let change = MovedTable(
        "change",
        [
            .number("number", .change), .text("profile"), .integer("at"), .text("who"),
            .text("kind"), .text("key"), .text("before"), .text("after"),
            .text("idempotency_key"), .text("request_hash"), .text("reply"),
            .text("caller_reply"),
        ])
    package static let step = MovedTable(
        "step",
        [
            .number("first_change", .change), .number("last_change", .change), .text("summary"),
            .flag("is_undone"), .flag("is_fill"), .integer("first_entry"),
            .integer("last_entry"), .flag("replaces_entries"),
        ])
    package static let following = MovedTable(
        "following", [.number("first_change", .change), .number("last_change", .change)])
    package static let displacedEntry = MovedTable(
        "displaced_entry", [.number("step", .change)] + entryColumns)
    package static let displacedDocument = MovedTable(
        "displaced_document",
        [
            .number("step", .change), .text("kind"), .text("id"), .number("revision", .change),
            .text("body"),
        ])

    /// All tables, in the order in which they are written.
    package static let all = [
        profileZone, setting, series, chunk, correction, sourceOrder, healthRow, imports,
        quarantined, removedChunk, removedRow, addedChunk, addedRow, importFile, original,
        originalPiece, importOriginal, metricState, dirty, dayTotal, entry, tracked, change, step,
        following, displacedEntry, displacedDocument,
    ]
}
