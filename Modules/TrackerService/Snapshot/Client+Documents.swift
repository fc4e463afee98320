import Contracts
import RPC

extension Client {
    /// All documents of some kinds, page after page.
    ///
    /// Those of a later page may be newer than the version that is told, which is that of the first:
    /// the changes after it are in the change log, and one that is known already changes nothing.
    func documents(
        _ kinds: [String], _ context: CallContext
    ) async throws(Status) -> TrackerRecords.DocumentsResponse {
        var documents = try await call(
            TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: kinds),
            context.forwardedOptions)
        while let last = documents.next {
            let page = try await call(
                TrackerRecords.documents,
                TrackerRecords.DocumentsRequest(kinds: kinds, after: last), context.forwardedOptions
            )
            documents.documents += page.documents
            documents.next = page.next
        }
        return documents
    }
}
