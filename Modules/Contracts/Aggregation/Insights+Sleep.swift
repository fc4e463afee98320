package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the nights of a range of days; a night belongs to the day on which it ends.
    package static let sleep = Method<SleepRequest, SleepResponse>(
        service, "Sleep", repeatable: true, hasLargeReply: true)

    @Message
    package struct SleepRequest: Codable, Hashable, WireValue {
        /// The first day, inclusive; nil: no lower bound.
        package var from: CivilDate? = nil
        /// The last day, inclusive; nil: no upper bound.
        package var to: CivilDate? = nil
        /// The IANA name of the zone whose days are used, for this response only; nil: the
        /// profile's zones.
        package var zone: String? = nil
        /// True to include the intervals of the stages; nil: false.
        package var hasIntervals: Bool? = nil
    }

    @Message
    package struct SleepResponse: Codable, Hashable, WireValue {
        /// The nights, ascending by day; days without sleep data are absent.
        package var nights: [Night]
    }

    /// The longest sleep session that ends on a day, with the other sessions of that day.
    @Message
    package struct Night: Codable, Hashable, Sendable {
        /// The day on which the night ends.
        package var day: CivilDate
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The time in bed in minutes, at most 1,440; without in-bed samples, the length of the
        /// night.
        package var inBedMinutes: Double
        /// The time asleep in minutes, at most `inBedMinutes`.
        package var asleepMinutes: Double
        /// The minutes of each sleep stage.
        package var stages: Stages
        /// The other sleep sessions that end on the day, which are not part of the night.
        package var naps: [Nap]
        /// The intervals of the stages, ascending by start; those of different stages overlap where
        /// sources disagree. Nil: not requested.
        package var intervals: [StageInterval]? = nil
    }

    /// An interval of a night in one stage.
    @Message
    package struct StageInterval: Codable, Hashable, Sendable {
        /// The stage: `awake`, `rem`, `core`, `deep` or `unspecified`.
        package var stage: String
        /// The time from the start of the night to the start of the interval, in minutes.
        package var offset: Double
        /// The length of the interval in minutes.
        package var minutes: Double
    }

    /// The minutes of each stage: the union of the samples of all sources.
    @Message
    package struct Stages: Codable, Hashable, Sendable {
        /// The time of core sleep in minutes.
        package var core: Double
        /// The time of deep sleep in minutes.
        package var deep: Double
        /// The time of REM sleep in minutes.
        package var rem: Double
        /// The time asleep without a known stage in minutes.
        package var unspecified: Double
        /// The time awake in minutes.
        package var awake: Double
    }

    @Message
    package struct Nap: Codable, Hashable, Sendable {
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The time in bed in minutes; without in-bed samples, the length of the nap.
        package var inBedMinutes: Double
        /// The time asleep in minutes, at most `inBedMinutes`.
        package var asleepMinutes: Double
        /// The minutes of each sleep stage.
        package var stages: Stages
    }
}
