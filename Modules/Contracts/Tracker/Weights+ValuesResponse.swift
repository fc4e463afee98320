package import CivilTime
import Memberwise
package import RPC

extension Weights {
    /// The weight log as values of body mass, oldest first.
    package static let values = Method<Empty, ValuesResponse>(service, "Values", repeatable: true)

    @Message
    package struct ValuesResponse: Codable, Hashable, WireValue {
        package var values: [Value]
    }

    /// One entry of the weight log.
    @Message
    package struct Value: Codable, Hashable, Sendable {
        package var date: CivilDate
        package var kilograms: Double
        package var source: Source
        /// The day of imported body mass that this entry was taken from; nil for one entered by hand.
        /// An entry that a person changed replaces what was imported on that day.
        package var origin: CivilDate?
    }
}
