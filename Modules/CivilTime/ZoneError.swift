/// Why bytes are no time zone.
package enum ZoneError: Error, Hashable, Sendable {
    /// The bytes do not begin as TZif does, or its version is unknown.
    case notTZif
    /// The data ends before what its header announces, or the footer is not closed.
    case truncated
    /// Counts contradict each other, or a transition names a type that there is none of.
    case inconsistent
    /// Transitions are not in rising order.
    case unordered
    /// A local time is further from UTC than 26 hours.
    case offsetOutOfRange
    /// Times that count leap seconds, as the "right" zones do; the rest of the world's do not.
    case leapSeconds
    /// The rule for the future cannot be read.
    case badRule(String)
}
