package import CivilTime
import Memberwise

extension Insights {
    /// The names of the sources of body mass, in ``SourceDays``.
    package static let weightLogSource = "weight log"
    package static let importedSource = "imported"

    /// Number of shown days that have values of a source.
    @Message
    package struct SourceDays: Codable, Hashable, Sendable {
        /// The name of the source: `weight log` or `imported`.
        package var name: String
        /// The number of shown days that have values of the source.
        package var days: Int
    }

    /// Two periods, the earlier one before the later one.
    @Message
    package struct ComparedPeriods: Codable, Hashable, Sendable {
        /// The period before `later`; nil: no period can be compared.
        package var earlier: Period?
        /// The period that is compared with `earlier`; nil: no period can be compared.
        package var later: Period?
        /// The reason why the response has no change: `nothingComplete`, `earlierEmpty`,
        /// `laterEmpty` or `notNumbers`; nil: a change is present.
        package var reason: MissingComparisonReason?
    }

    package enum MissingComparisonReason: String, Codable, Sendable {
        /// No interval is over yet, or the range starts after the day of the request.
        case nothingComplete
        /// The earlier period has no data.
        case earlierEmpty
        /// The later period has no data.
        case laterEmpty
        /// The values are answers as text, which have no difference.
        case notNumbers
    }

    @Message
    package struct Period: Codable, Hashable, Sendable {
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive.
        package var to: CivilDate
        /// The period as text, such as `Jan 2024` or `2024-01-01..2024-01-31`.
        package var label: String
    }
}
