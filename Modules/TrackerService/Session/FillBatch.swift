package import Contracts
package import RPC
package import Tracker

/// A batch of a change of very many records.
package enum FillBatch: Sendable {
    case documents([TrackerRecords.Change])
    case entries(ArraySlice<Entry>)
    /// Entries in the columns of a message.
    case page(Packet<EntryPage>)

    /// The limit of texts in a batch, in bytes. A byte is up to six bytes of JSON.
    static let limitInBytes = 1 << 20
    /// The maximum number of entries in a batch.
    static let entryLimit = 20_000

    package func packet() throws -> Packet<FillPage> {
        switch self {
        case .documents(let documents): Packet(documents: documents)
        case .page(let page):
            Packet(FillPage(documents: [], entries: page.body), columns: page.columns)
        case .entries(let entries):
            try Packet(entries: entries.map { TrackerRecords.NumberedEntry(number: 0, entry: $0) })
        }
    }

    /// Changes of documents in batches that fit a message.
    static func batches(of changes: [TrackerRecords.Change]) -> [FillBatch] {
        var batches: [[TrackerRecords.Change]] = []
        var bytes = limitInBytes
        for change in changes {
            let size = (change.body ?? "").utf8.count + change.id.utf8.count + 64
            if bytes + size > limitInBytes {
                batches.append([])
                bytes = 0
            }
            batches[batches.count - 1].append(change)
            bytes += size
        }
        return batches.map { .documents($0) }
    }

    /// Removes as many entries from `waiting` as fit a message; nil if it is empty.
    static func next(of waiting: inout ArraySlice<Entry>) -> FillBatch? {
        var bytes = 0
        let page = waiting.prefix(entryLimit).prefix { entry in
            defer { bytes += entry.textBytes }
            return bytes < limitInBytes
        }
        waiting = waiting.dropFirst(page.count)
        return page.isEmpty ? nil : .entries(page)
    }
}
