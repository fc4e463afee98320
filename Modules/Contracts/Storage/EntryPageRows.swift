package import CivilTime
package import RPC
package import Tracker

/// The rows of a page of entries, read in place: only the requested entries are created.
package struct EntryPageRows: Sendable {
    /// The identifiers of the activities, which ``activityIndex(_:)`` refers to by index from 0.
    package let activities: [Activity.ID]
    private let activityIndices: [Int32]
    private let days: [Int32]
    private let forms: [Int32]
    private let numbers: [Int64]
    private let times: [Int64]
    private let values: [Double]
    private let styles: [Int32]
    private let ids: Bytes
    /// The end of each identifier in `ids`.
    private let ends: [Int]
    private let extras: [Int32: String]

    /// - Throws: INVALID_ARGUMENT if the columns do not have the same number of entries.
    package init(_ page: EntryPage, columns: [Column]) throws(Status) {
        activities = page.activities
        activityIndices = try columns.column("activity", .int32).array(of: Int32.self)
        days = try columns.column("day", .int32).array(of: Int32.self)
        forms = try columns.column("form", .int32).array(of: Int32.self)
        numbers = try columns.column("number", .int64).array(of: Int64.self)
        times = try columns.column("loggedAt", .int64).array(of: Int64.self)
        values = try columns.column("value", .float64).array(of: Double.self)
        styles = try columns.column("style", .int32).array(of: Int32.self)
        ids = try columns.column("id", .bytes)
        ends = Self.ends(in: ids)
        let extraRows = try columns.column("extraRow", .int32).array(of: Int32.self)
        let texts = try columns.column("extra", .bytes).withUnsafeBytes { bytes in
            bytes.split(separator: EntryFlags.separator).map { String(decoding: $0, as: UTF8.self) }
        }
        extras = Dictionary(zip(extraRows, texts)) { first, _ in first }
        let lengths = [
            days.count, forms.count, numbers.count, times.count, values.count, styles.count,
            ends.count,
        ]
        let count = activityIndices.count
        guard lengths.allSatisfy({ $0 == count }), texts.count == extraRows.count,
            extras.count == extraRows.count,
            activityIndices.allSatisfy({ page.activities.indices.contains(Int($0)) }),
            extraRows.allSatisfy({ (0..<count).contains(Int($0)) })
        else {
            throw Status(.invalidArgument, "The columns of the entries do not fit one another.")
        }
    }

    private static func ends(in ids: Bytes) -> [Int] {
        ids.withUnsafeBytes { bytes in
            bytes.indices.filter { bytes[$0] == EntryFlags.separator }
        }
    }

    package var indices: Range<Int> { activityIndices.indices }

    package func activityIndex(_ row: Int) -> Int { Int(activityIndices[row]) }
    package func day(_ row: Int) -> CivilDate { CivilDate(days: days[row]) }
    package func isCompleted(_ row: Int) -> Bool { form(row).isCompleted }
    package func value(_ row: Int) -> Double? { form(row).hasValue ? values[row] : nil }
    package func slot(_ row: Int) -> Slot? { form(row).slot }
    package func source(_ row: Int) -> EntrySource { form(row).source }
    package func loggedAt(_ row: Int) -> Int64? { form(row).hasTime ? times[row] : nil }
    package func style(_ row: Int) -> Int32? { styles[row] == 0 ? nil : styles[row] }
    package func hasExtras(_ row: Int) -> Bool { !extras.isEmpty && extras[Int32(row)] != nil }

    private func form(_ row: Int) -> EntryFlags { EntryFlags(bits: forms[row]) }

    /// Calls `body` with the bytes of the identifier in UTF-8.
    package func withID(
        _ row: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void
    ) rethrows {
        try ids.withUnsafeBytes { bytes in
            let start = row == 0 ? 0 : ends[row - 1] + 1
            try body(
                UnsafeRawBufferPointer(rebasing: bytes[start..<ends[row]])
                    .assumingMemoryBound(to: UInt8.self))
        }
    }

    private func id(_ row: Int) -> Entry.ID {
        var id = ""
        withID(row) { id = String(decoding: $0, as: UTF8.self) }
        return Entry.ID(id)
    }

    /// - Throws: INVALID_ARGUMENT if the optional details cannot be decoded.
    package func entry(_ row: Int) throws -> TrackerRecords.NumberedEntry {
        let form = form(row)
        var entry = Entry(
            id: id(row), activity: activities[activityIndex(row)], day: day(row),
            outcome: form.isCompleted ? .completed(value: value(row)) : .skipped(reason: nil),
            slot: form.slot, source: form.source, loggedAt: loggedAt(row), style: style(row))
        if let text = extras[Int32(row)] {
            try JSONBody.decode(EntryExtras.self, from: Bytes(text)).add(to: &entry)
        }
        return TrackerRecords.NumberedEntry(number: numbers[row], entry: entry)
    }
}

extension Packet<EntryPage> {
    /// The entries, in the order of the page.
    /// - Throws: INVALID_ARGUMENT if the columns do not have the same number of entries.
    package func entries() throws -> [TrackerRecords.NumberedEntry] {
        let rows = try EntryPageRows(body, columns: columns)
        return try rows.indices.map { try rows.entry($0) }
    }
}

extension Packet<FillPage> {
    /// The entries, in the order of the page.
    /// - Throws: INVALID_ARGUMENT if the columns do not have the same number of entries.
    package func rows() throws(Status) -> EntryPageRows {
        try EntryPageRows(body.entries, columns: columns)
    }
}
