package import CivilTime
import Memberwise
package import RPC

extension Weights {
    /// Returns the weight log as values of body mass, oldest first.
    package static let values = Method<Empty, ValuesResponse>(service, "Values", repeatable: true)

    @Message
    package struct ValuesResponse: Codable, Hashable, WireValue {
        /// All weight entries, oldest first.
        package var values: [Value]
    }

    /// One entry of the weight log.
    @Message
    package struct Value: Codable, Hashable, Sendable {
        /// The day of the weight entry.
        package var date: CivilDate
        /// The weight in kilograms.
        package var kilograms: Double
        /// The origin of the entry: `person` or `health`.
        package var source: Source
        /// The day of imported body mass that the entry replaces in trends; nil: entered by hand.
        package var origin: CivilDate?
        /// The time of the entry as an instant in UTC; nil: unknown.
        @Field(.instant) package var at: String? = nil
    }
}
