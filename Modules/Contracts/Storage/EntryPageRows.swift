package import CivilTime
package import RPC
package import Tracker

/// The rows of a page of entries, read in place: only the requested entries are created.
package final class EntryPageRows: Sendable {
    /// The identifiers of the activities, which ``Row/activityIndex`` refers to by index from 0.
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
    /// The optional details of entries in JSON, by row.
    private let extraTexts: [Int32: String]

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
        ends = EntryPageRows.ends(in: ids)
        let extraRows = try columns.column("extraRow", .int32).array(of: Int32.self)
        let texts = try columns.column("extra", .bytes).withUnsafeBytes { bytes in
            bytes.split(separator: EntryFlags.separator).map { String(decoding: $0, as: UTF8.self) }
        }
        extraTexts = Dictionary(zip(extraRows, texts)) { first, _ in first }
        let lengths = [
            days.count, forms.count, numbers.count, times.count, values.count, styles.count,
            ends.count,
        ]
        let count = activityIndices.count
        guard lengths.allSatisfy({ $0 == count }), texts.count == extraRows.count,
            extraTexts.count == extraRows.count,
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

    /// The values of a row without its identifier and its optional details.
    package struct Row {
        /// The index of the activity in ``EntryPageRows/activities``.
        package let activityIndex: Int
        /// The day of the entry.
        package let day: CivilDate
        /// The value in the unit of the activity; nil without one.
        package let value: Double?
        /// Milliseconds since 1970, UTC; nil: unknown.
        package let loggedAt: Int64?
        /// The number of the style; nil: none.
        package let style: Int32?
        fileprivate let form: EntryFlags

        package var isCompleted: Bool { form.isCompleted }
        package var slot: Slot? { form.slot }
        package var source: EntrySource { form.source }
        /// True if a person is the source, and the row has no slot, time or style.
        package var isPlain: Bool { form.isPlain && loggedAt == nil && style == nil }
    }

    /// The values of all columns of a row, read together: if rows are read in another order than that of
    /// the page, the accesses to memory overlap.
    package func row(_ row: Int) -> Row {
        let form = EntryFlags(bits: forms[row])
        return Row(
            activityIndex: Int(activityIndices[row]), day: CivilDate(days: days[row]),
            value: form.hasValue ? values[row] : nil, loggedAt: form.hasTime ? times[row] : nil,
            style: styles[row] == 0 ? nil : styles[row], form: form)
    }

    /// The optional details of an entry in JSON; nil without any.
    package func extraText(_ row: Int) -> String? {
        extraTexts.isEmpty ? nil : extraTexts[Int32(row)]
    }

    /// The optional details of an entry; nil without any.
    /// - Throws: INVALID_ARGUMENT if they cannot be decoded.
    package func extras(_ row: Int) throws -> EntryExtras? {
        guard let text = extraText(row) else { return nil }
        var extras = try JSONBody.decode(EntryExtras.self, from: Bytes(text))
        if EntryFlags(bits: forms[row]).isCompleted { extras.reason = nil }
        if extras.photos?.isEmpty == true { extras.photos = nil }
        return extras
    }

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
        let values = self.row(row)
        var entry = Entry(
            id: id(row), activity: activities[values.activityIndex], day: values.day,
            outcome: values.isCompleted
                ? .completed(value: values.value) : .skipped(reason: nil),
            slot: values.slot, source: values.source, loggedAt: values.loggedAt,
            style: values.style)
        try extras(row)?.add(to: &entry)
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
