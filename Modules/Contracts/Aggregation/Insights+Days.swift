package import CivilTime
import Memberwise
package import Metrics
package import RPC

extension Insights {
    package static let days = Method<DaysRequest, DaysResponse>(service, "Days", repeatable: true)

    @Message
    package struct DaysRequest: Codable, Hashable, WireValue {
        package var name: String
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        package var zone: String? = nil
        /// With what the samples of each source add up to, before they are merged.
        package var bySource: Bool? = nil
        /// A source whose samples are left out: the days are folded without them, for this answer
        /// only.
        package var withoutSource: String? = nil
        /// Units of values in the response; nil: the units of the person's settings.
        package var units: UnitSystem? = nil
    }

    @Message
    package struct DaysResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var kind: String
        package var days: [Total]
        package var version: Int64
        package var stale: Bool

        @Message
        package struct Total: Codable, Hashable, Sendable {
            package var day: CivilDate
            package var sum: Double
            /// Over samples, as are the next three: nil on a day that has only its part of what
            /// began before.
            package var average: Double?
            package var min: Double?
            package var max: Double?
            /// Of the sample with the greatest start, then end, then the higher source.
            package var last: Double?
            package var samples: Int
            /// By the source's name, where it was asked for.
            package var bySource: [String: Double]? = nil
        }
    }
}
