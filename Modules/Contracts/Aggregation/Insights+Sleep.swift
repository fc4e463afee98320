package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// The nights of a range of days; a night belongs to the day that it ends on.
    package static let sleep = Method<SleepRequest, SleepResponse>(
        service, "Sleep", repeatable: true)

    @Message
    package struct SleepRequest: Codable, Hashable, WireValue {
        package var from: CivilDate? = nil
        package var to: CivilDate? = nil
        /// Files the nights by the days of this IANA zone, for this answer only.
        package var zone: String? = nil
    }

    @Message
    package struct SleepResponse: Codable, Hashable, WireValue {
        /// Ascending by day.
        package var nights: [Night]
    }

    /// The longest session that ends on a day, and the day's others beside it.
    @Message
    package struct Night: Codable, Hashable, Sendable {
        package var day: CivilDate
        /// ISO 8601, on the wall where the person was.
        @Field(.instant) package var start: String
        @Field(.instant) package var end: String
        package var inBedMinutes: Double
        package var asleepMinutes: Double
        package var stages: Stages
        /// Not part of the night.
        package var naps: [Nap]
    }

    /// Minutes of each stage: the union of what all sources say.
    @Message
    package struct Stages: Codable, Hashable, Sendable {
        package var core: Double
        package var deep: Double
        package var rem: Double
        /// Asleep without a known stage.
        package var unspecified: Double
        package var awake: Double
    }

    @Message
    package struct Nap: Codable, Hashable, Sendable {
        package var start: String
        package var end: String
        package var inBedMinutes: Double
        package var asleepMinutes: Double
        package var stages: Stages
    }
}
