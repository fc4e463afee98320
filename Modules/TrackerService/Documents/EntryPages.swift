import Contracts
import RPC
import Tracker

/// The new entries of a part in pages that fit a message.
struct EntryPages {
    private var full: [FillBatch] = []
    private var writer = EntryPageWriter()
    private var bytes = 0

    /// Appends an entry with the identifier `id`. `activity` is that of the target with the number `target`, and
    /// `extras` the ``EntryExtras`` in JSON, as the importer sent them.
    mutating func append(
        _ row: EntryPageRows.Row, id: UUIDNumber, of target: Int,
        _ activity: @autoclosure () -> Activity.ID, extras: String?
    ) {
        if bytes >= FillBatch.limitInBytes { finishPage() }
        bytes += extras?.utf8.count ?? 0
        let place = writer.index(ofNumber: target, activity())
        id.withText { text in
            writer.add(
                0, id: text, at: place, on: row.day, isCompleted: row.isCompleted,
                value: row.value, slot: nil, source: .person, loggedAt: row.loggedAt, style: nil,
                extras: extras.map { Bytes($0) })
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
