import Memberwise

/// A file with the changes of a superseded home that the promoted home does not have.
@Memberwise
package struct SupersededDocument: Codable, Hashable, Sendable {
    /// Identifies the format of the file.
    package var format: String = formatName
    /// The version of the format.
    package var version: Int = 1
    /// The epoch of the promoted home.
    package var epoch: Int64
    /// The newest change that the promoted home has.
    package var after: Int64
    /// The time at which the file was written, as RFC 3339 in UTC.
    package var at: String
    /// The changes after that one, oldest first.
    package var changes: [Changes.Change]

    package static let formatName = "dayline-superseded-changes"

    private enum CodingKeys: String, CodingKey {
        /// Keys are sorted, and this one has to be at the beginning of the file.
        case format = "$format"
        case version, epoch, after, at, changes
    }
}
