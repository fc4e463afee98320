import Memberwise
package import RPC

/// A page of a fill: documents, removed entries, and written entries in columns.
@Message
package struct FillPage: Codable, Hashable, Sendable {
    /// The documents to write or remove, and the entries to remove, which are changes without a
    /// body.
    package var documents: [TrackerRecords.Change]
    /// The entries to write, in the columns of the message.
    package var entries: EntryPage
}

extension Packet<FillPage> {
    /// Creates a page of documents.
    package init(documents: [TrackerRecords.Change]) {
        let none = EntryPageWriter().page(next: nil)
        self.init(
            FillPage(documents: documents, entries: none.body), columns: none.columns)
    }

    /// Creates a page of entries. Storage numbers the entries that are new.
    package init(entries: [TrackerRecords.NumberedEntry]) throws {
        let page = try Packet<EntryPage>(entries: entries, next: nil)
        self.init(FillPage(documents: [], entries: page.body), columns: page.columns)
    }
}
