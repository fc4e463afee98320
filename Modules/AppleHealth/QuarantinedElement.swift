/// An invalid element, with its location and bytes.
package struct QuarantinedElement: Hashable, Sendable {
    /// Metric key of a record, otherwise the element's name.
    package var type: String
    /// Offset of its `<` in the file, in bytes.
    package var offset: Int64
    /// Line number from 1.
    package var line: Int64
    /// The reason as a phrase, such as "it has no value".
    package var reason: String
    /// The first ``maximumBytes`` bytes of the element.
    package var bytes: [UInt8]

    package static let maximumBytes = 4096
}
