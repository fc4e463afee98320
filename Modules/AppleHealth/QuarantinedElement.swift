/// An element that cannot be kept, with what is needed to look at it again.
package struct QuarantinedElement: Hashable, Sendable {
    /// The metric's key for a record, else the element's name.
    package var type: String
    /// Where its `<` is, in bytes from the beginning of the file.
    package var offset: Int64
    /// Counted from 1.
    package var line: Int64
    /// Why, in a few words.
    package var reason: String
    /// The element's bytes, the first ``maximumBytes`` of them.
    package var bytes: [UInt8]

    package static let maximumBytes = 4096
}
