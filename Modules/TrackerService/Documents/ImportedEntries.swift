import CivilTime
import Contracts
import Tracker

/// The new entries of an import in pages, ordered by activity and day, so that storage sorts the keys of its
/// indexes with few comparisons. The entries of a day keep their order.
struct ImportedEntries: Sendable {
    /// A new entry of an activity.
    struct Row: Sendable {
        /// The second half of its identifier.
        var low: UInt64
        var day: CivilDate
        var isCompleted: Bool
        var value: Double?
        var loggedAt: Int64?
        /// The index of its optional details among those of the import; nil without any.
        var details: Int?
    }

    /// The optional details of an entry.
    struct Details: Sendable {
        var extras: EntryExtras
        /// The size of its texts.
        var bytes: Int
    }

    /// The activities with entries that are not on a page yet, last first.
    private var targets: [ImportedTarget]
    private let details: [Details]
    /// The entries of the next activity that are not on a page yet.
    private var rows: ArraySlice<Row> = []

    /// `targets` are the activities in their order.
    init(of targets: [ImportedTarget], details: [Details]) {
        self.targets = targets.reversed()
        self.details = details
        rows = Self.sorted(self.targets.last)
    }

    /// The next page; nil after the last.
    mutating func next() throws -> FillBatch? {
        var writer = EntryPageWriter()
        var bytes = 0
        var isFull: Bool { writer.count >= FillBatch.entryLimit || bytes >= FillBatch.limitInBytes }
        while !isFull, let target = targets.last {
            if !rows.isEmpty {
                let place = writer.index(of: target.activity.id)
                while !isFull, let row = rows.popFirst() {
                    let details = row.details.map { self.details[$0] }
                    bytes += details?.bytes ?? 0
                    try target.withID(row.low) { id in
                        try writer.add(
                            0, id: id, at: place, on: row.day, isCompleted: row.isCompleted,
                            value: row.value, slot: nil, source: .person,
                            loggedAt: row.loggedAt, style: nil, extras: details?.extras)
                    }
                }
            }
            guard rows.isEmpty else { break }
            targets.removeLast()
            rows = Self.sorted(targets.last)
        }
        return writer.count > 0 ? .page(writer.page(next: nil)) : nil
    }

    private static func sorted(_ target: ImportedTarget?) -> ArraySlice<Row> {
        let rows = target?.entries ?? []
        // The day and the place in the order of arrival as one number: its comparison is one instruction.
        let order = rows.indices.map { Int64(rows[$0].day.days) << 32 | Int64($0) }.sorted()
        return order.map { rows[Int($0 & 0xffff_ffff)] }[...]
    }
}
