/// The reason why a document was rejected as a whole. An import of it changes nothing.
package enum TrackerDocumentError: Error, Hashable, Sendable {
    /// The byte offset of the syntax error.
    case notJSON(offset: Int)
    case notATrackerDocument(missing: String)
    /// A list of the format is something else.
    case noList(String)
    case unsupportedVersion(String)
}
