import Contracts
import RPC

extension Client {
    /// All documents of some kinds, read in pages.
    ///
    /// Documents of later pages may be newer than the version of the response, which is that of the
    /// first page. The change log has the changes after that version; applying one twice has no
    /// effect.
    func documents(
        _ kinds: [String], _ context: CallContext
    ) async throws(Status) -> TrackerRecords.DocumentsResponse {
        var documents = try await call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: kinds),
            context.forwardedOptions.whileLocked)
        while let last = documents.next {
            let page = try await call(
                TrackerRecords.documents,
                TrackerRecords.DocumentsRequest(kinds: kinds, after: last),
                context.forwardedOptions.whileLocked
            )
            documents.documents += page.documents
            documents.next = page.next
        }
        return documents
    }
}
