package import CivilTime
import Memberwise

extension Insights {
    /// The names of the sources of body mass, in ``SourceDays``.
    package static let weightLogSource = "weight log"
    package static let importedSource = "imported"

    /// Number of shown days that have values of a source.
    @Message
    package struct SourceDays: Codable, Hashable, Sendable {
        package var name: String
        package var days: Int
    }

    /// Two periods, the earlier one before the later one.
    @Message
    package struct ComparedPeriods: Codable, Hashable, Sendable {
        /// Nil where there is no period to compare.
        package var earlier: Period?
        package var later: Period?
        /// Why there is no change; nil where there is one.
        package var reason: MissingComparisonReason?
    }

    package enum MissingComparisonReason: String, Codable, Sendable {
        /// No bucket of the interval is over yet.
        case nothingComplete
        case earlierEmpty
        case laterEmpty
        /// Answers in words have no difference.
        case notNumbers
    }

    @Message
    package struct Period: Codable, Hashable, Sendable {
        package var from: CivilDate
        package var to: CivilDate
        package var label: String
    }
}
