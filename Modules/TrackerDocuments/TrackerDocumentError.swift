/// Why a document was refused as a whole. Nothing is changed then.
package enum TrackerDocumentError: Error, Hashable, Sendable {
    /// Where reading stopped, in bytes.
    case notJSON(offset: Int)
    case notATrackerDocument(missing: String)
    /// A list of the format is something else.
    case noList(String)
    case unsupportedVersion(String)
}
