/// The reason why values cannot be converted.
package enum UnitError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a known unit.
    case unknown(String)
    /// The units have different dimensions.
    case otherDimension(from: String, to: String)

    package var description: String {
        switch self {
        case .unknown(let unit): "The unit \"\(unit)\" is not known."
        case .otherDimension(let from, let to):
            "The unit \"\(from)\" does not measure what \"\(to)\" measures."
        }
    }

    /// The reason of a quarantined item, such as "it has no unit".
    package var quarantineReason: String {
        switch self {
        case .unknown(""): "it has no unit"
        case .unknown(let unit): "its unit \"\(unit)\" is unknown"
        case .otherDimension(let from, let to):
            "its unit \"\(from)\" does not measure what \"\(to)\" measures"
        }
    }
}
