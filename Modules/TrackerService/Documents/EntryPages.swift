import Contracts
import Tracker

/// The new entries of a part in pages that fit a message.
struct EntryPages {
    /// The optional details of an entry.
    struct Details {
        var extras: EntryExtras
        /// The size of its texts.
        var bytes: Int
    }

    private var full: [FillBatch] = []
    private var writer = EntryPageWriter()
    private var bytes = 0

    /// Appends a row of a part as an entry of `target`. `low` is the second half of its identifier.
    mutating func append(
        _ row: Int, of rows: EntryPageRows, _ low: UInt64, _ target: ImportedTarget,
        _ details: Details?
    ) throws {
        if bytes >= FillBatch.limitInBytes { finishPage() }
        bytes += details?.bytes ?? 0
        let place = writer.index(of: target.activity.id)
        try target.withID(low) { id in
            try writer.add(
                0, id: id, at: place, on: rows.day(row), isCompleted: rows.isCompleted(row),
                value: rows.value(row), slot: nil, source: .person, loggedAt: rows.loggedAt(row),
                style: nil, extras: details?.extras)
        }
    }

    private mutating func finishPage() {
        guard writer.count > 0 else { return }
        full.append(.page(writer.page(next: nil)))
        (writer, bytes) = (EntryPageWriter(), 0)
    }

    /// The pages after the last entry.
    consuming func finish() -> [FillBatch] {
        finishPage()
        return full
    }
}
