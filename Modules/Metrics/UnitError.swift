/// Why values in one unit cannot be had in another.
package enum UnitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a unit that is known.
    case unknown(String)
    /// The units measure different things; nothing is converted then.
    case otherDimension(from: String, to: String)

    package var description: String {
        switch self {
        case .unknown(let unit): "The unit \"\(unit)\" is not known."
        case .otherDimension(let from, let to):
            "The unit \"\(from)\" does not measure what \"\(to)\" measures."
        }
    }
}
