import Memberwise
package import RPC

/// Some of what is taken in at once: documents, entries that go (changes without a text), and entries in
/// the columns of the packet.
@Message
package struct FillPage: Codable, Hashable, Sendable {
    package var documents: [TrackerRecords.Change]
    package var entries: EntryPage
}

extension Packet<FillPage> {
    /// Documents alone.
    package init(documents: [TrackerRecords.Change]) {
        let none = EntryPageWriter().page(next: nil)
        self.init(
            FillPage(documents: documents, entries: none.body), columns: none.columns)
    }

    /// Entries alone. Storage numbers those that it does not know.
    package init(entries: [TrackerRecords.NumberedEntry]) throws {
        let page = try Packet<EntryPage>(entries: entries, next: nil)
        self.init(FillPage(documents: [], entries: page.body), columns: page.columns)
    }
}
