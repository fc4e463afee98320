package import RPC

extension MethodNote {
    /// Notes on the methods of all services.
    package static let all = ofStorage.merging(ofSchedule) { first, _ in first }
        .merging(ofHealth) { first, _ in first }
}

/// The columns that travel beside messages.
enum ColumnNotes {
    /// A piece of a file.
    static let file: [ColumnNote] = [.init("data", .bytes, "The bytes of the piece.")]

    /// Hashes of blocks: ``Replication/BlockHashes``.
    static let blockHashes: [ColumnNote] = [
        .init("hash", .uint64, "The upper and the lower half of the XXH3-128 of each block.")
    ]

    /// Changed pages: ``Replication/ChangedPages``.
    static let pages: [ColumnNote] = [
        .init("page", .int32, "The numbers of the pages, from 1."),
        .init("data", .bytes, "The bytes of the pages, one after the other."),
    ]

    /// Day totals: ``DayColumns``.
    static let days: [ColumnNote] = [
        .init("day", .int32, "Days since 1970-01-01."),
        .init("sum", .float64, "The total of the day, sources merged, in the metric's unit."),
        .init("rawSum", .float64, "The sum over the samples of all sources."),
        .init("count", .int64, "The number of samples of all sources."),
        .init("min", .float64, "The least value of the samples."),
        .init("max", .float64, "The greatest value of the samples."),
        .init("last", .float64, "The value of the last sample."),
    ]

    /// Chunks: ``ChunkRecord``.
    static let chunks: [ColumnNote] = [
        .init("series", .int64, "The number of the chunk's series."),
        .init("segment", .int64, "The segment of time, of 2^20 seconds each since 1970."),
        .init("count", .int32, "The number of samples."),
        .init("first", .int64, "The first start in milliseconds since 1970 UTC."),
        .init("last", .int64, "The greatest end in milliseconds since 1970 UTC."),
        .init("min", .float64, "The least value."),
        .init("max", .float64, "The greatest value."),
        .init("sum", .float64, "The sum of the values."),
        .init("hashHigh", .uint64, "The upper half of the XXH3-128 of the samples."),
        .init("hashLow", .uint64, "The lower half of the XXH3-128 of the samples."),
        .init("length", .int32, "The bytes of the chunk in data."),
        .init("data", .bytes, "The encoded chunks, one after the other."),
    ]

    /// Samples that imports added: ``ImportLog/added``.
    static let additions: [ColumnNote] =
        chunks + [.init("import", .int64, "The number of the import that added the samples.")]

    /// The hashes of chunks: ``Staging/IndexPage``.
    static let index: [ColumnNote] = chunks.filter {
        ["series", "segment", "count", "hashHigh", "hashLow"].contains($0.name)
    }

    /// The series and segments of requested chunks.
    static let chunkPositions: [ColumnNote] = chunks.filter {
        ["series", "segment"].contains($0.name)
    }

    /// Entries: ``EntryPage``.
    static let entries: [ColumnNote] = [
        .init("activity", .int32, "The index of the activity in the body."),
        .init("day", .int32, "Days since 1970-01-01."),
        .init("form", .int32, "Status, slot, source and present numbers of the entry, as bits."),
        .init("number", .int64, "The number of the entry in the order of logging."),
        .init(
            "loggedAt", .int64,
            "Milliseconds since 1970 UTC; 0 if the form has no time."
        ),
        .init("value", .float64, "The value; 0 if the form has no value."),
        .init("style", .int32, "The spelling of a value in its document."),
        .init("id", .bytes, "The identifiers in UTF-8, each ended by a separator."),
        .init("extraRow", .int32, "The rows of the entries with optional details."),
        .init("extra", .bytes, "The optional details as JSON, each ended by a separator."),
    ]

    /// Samples of one source.
    static let run: [ColumnNote] = [
        .init("start", .int64, "Milliseconds since 1970 UTC."),
        .init("end", .int64, "Milliseconds since 1970 UTC."),
        .init("value", .float64, "The value in the unit that the response names."),
    ]

    /// Samples of an importer: ``Batches/Batch``.
    static let samples: [ColumnNote] = [
        .init("series", .int32, "The series of each run, by the order of declaration."),
        .init("length", .int32, "The samples of each run."),
        .init("start", .int64, "Milliseconds since 1970 UTC."),
        .init("end", .int64, "Milliseconds since 1970 UTC."),
        .init("value", .float64, "The value in the series' unit."),
        .init("attributeSample", .int32, "The sample of each attribute, by its index."),
        .init("attributeKind", .int32, "0 time zone, 1 motion context, 2 meal time."),
        .init("attributeText", .int32, "The text of each attribute, by its index in texts."),
    ]
}
