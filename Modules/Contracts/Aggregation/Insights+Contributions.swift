package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Returns the samples that the value of a day is computed from, and the samples that do not
    /// count, with the reason.
    package static let contributions = Method<ContributionsRequest, ContributionsResponse>(
        service, "Contributions", repeatable: true)

    /// The greatest number of samples in one response.
    package static let maximumContributions = 20_000

    @Message
    package struct ContributionsRequest: Codable, Hashable, WireValue {
        /// The key, alias or unique prefix of a metric; `metric:KEY` is exact.
        package var name: String
        /// The day.
        package var day: CivilDate
        /// The IANA name of the zone of the day, for this response only; nil: the profile's zones.
        package var zone: String? = nil
    }

    @Message
    package struct ContributionsResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit of all values; empty: no unit.
        package var unit: String
        /// The day of the request.
        package var day: CivilDate
        /// The meaning of `value`: `sum` of what counts, or `mean` of the samples that count.
        package var statistic: String
        /// The value of the day, in `unit`; nil: no sample counts.
        package var value: Double?
        /// The sources with samples on the day, highest priority first.
        package var sources: [ContributingSource]
        /// The samples of the day, ascending by start, at most 20,000.
        package var parts: [ContributingSample]
        /// The number of samples that `parts` leaves out, 0 or more.
        package var omitted: Int
    }

    /// The samples of a source and a device on a day.
    @Message
    package struct ContributingSource: Codable, Hashable, Sendable {
        /// The name of the source.
        package var name: String
        /// The name and hardware of the device; empty: unknown.
        package var device: String
        /// The class of the source: `manual`, `watch`, `phone` or `other`.
        package var `class`: String
        /// The time resolution of the samples: `raw`, `minute`, `hour` or `day`.
        package var resolution: String
        /// The number of samples, 1 or more.
        package var samples: Int
        /// The number of samples that count, in whole or in part.
        package var countedSamples: Int
        /// The sum of the samples within the day (of a `mean`, their mean), in `unit`.
        package var value: Double
        /// The part of `value` that counts (of a `mean`, the mean of the samples that count), in
        /// `unit`; nil: a `mean`, and no sample counts.
        package var counted: Double?
    }

    @Message
    package struct ContributingSample: Codable, Hashable, Sendable {
        /// The name of the source.
        package var source: String
        /// The index of the source and its device in `sources`.
        package var sourceIndex: Int
        /// The start as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var start: String
        /// The end as RFC 3339 with the UTC offset of the zone.
        @Field(.instant) package var end: String
        /// The value within the day, in `unit`.
        package var value: Double
        /// The part of `value` that counts, in `unit`; of a `mean`, `value`, the share of
        /// it for the time that counts, or 0.
        package var counted: Double
        /// The reason why not all of `value` counts: `priority`, of a source that measured the same
        /// time; `overlap`, with an earlier or longer sample of equal priority; `aggregate`, a
        /// total where single measurements exist; `shorterTotal`, with totals of a shorter time, in
        /// a mean; `notAsleep`, a stage without sleep; `nap`, a
        /// session that is not the night; nil: all of it counts.
        package var reason: String?
        /// The names of the sources that count instead, highest priority first; nil: all counts, or
        /// no other source is the reason.
        package var countedInstead: [String]?
    }
}
