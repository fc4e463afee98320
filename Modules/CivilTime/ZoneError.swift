/// The reason why bytes are not a valid time zone.
package enum ZoneError: Error, Hashable, Sendable {
    /// The bytes do not begin with the TZif magic, or the version is unknown.
    case notTZif
    /// The data is shorter than its header states, or the footer is not closed.
    case truncated
    /// Counts contradict each other, or a transition has a type that is not defined.
    case inconsistent
    /// Transitions are not ascending.
    case unordered
    /// An offset is more than 26 hours from UTC.
    case offsetOutOfRange
    /// Times count leap seconds, as in the "right" zones.
    case leapSeconds
    /// The rule for later times cannot be parsed.
    case badRule(String)
}
