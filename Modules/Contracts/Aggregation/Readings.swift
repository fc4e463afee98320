package import CivilTime
import Memberwise
package import RPC

/// Single samples as they are stored. Served by the aggregation workers.
package enum Readings {
    package static let service = "dayline.aggregation.Readings"

    /// Returns the samples of a metric that start on one day, ascending by start, end and source.
    package static let day = Method<DayRequest, DayResponse>(
        service, "Day", repeatable: true, hasLargeReply: true)

    /// The maximum number of samples of a response.
    package static let maximumCount = 20_000

    @Message
    package struct DayRequest: Codable, Hashable, WireValue {
        /// The key, alias or unique prefix of a metric; `metric:KEY` is exact.
        package var name: String
        /// The day on which the samples start.
        package var on: CivilDate
        /// The IANA name of the zone of the day; nil: the profile's zones.
        package var zone: String? = nil
    }

    @Message
    package struct DayResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The unit of the values; empty: no unit.
        package var unit: String
        /// The day of the request.
        package var day: CivilDate
        /// The samples that start on the day, at most 20,000, ascending by start, end and source.
        package var samples: [RawSample]
        /// The original samples that a person deleted or replaced, ascending by start, end and
        /// source.
        package var removed: [RawSample]
    }
}

/// A sample with its display unit.
@Described
package struct RawSample: Codable, Hashable, Sendable {
    /// The reference of the sample, by which the sample can be edited, deleted and restored.
    package var ref: SampleReference
    /// The start as RFC 3339 in UTC.
    @Field(.instant) package var start: String
    /// The end as RFC 3339 in UTC.
    @Field(.instant) package var end: String
    /// The value, in `unit`.
    package var value: Double
    /// The unit that the metric is shown in; empty: no unit.
    package var unit: String
    /// The name of the source.
    package var source: String
    /// The device as HealthKit writes it; empty: unknown.
    package var device: String
    /// True if the sample was entered by hand.
    package var isEntered: Bool
    /// The attributes of the sample by HealthKit's key, and `Minimum` and `Maximum` of a total as numbers
    /// in `unit`; empty: none.
    package var metadata: [String: String]

    package init(
        ref: SampleReference, key: SeriesKey, value: Double, unit: String,
        metadata: [String: String] = [:]
    ) {
        self.ref = ref
        start = instantText(ref.start)
        end = instantText(ref.end)
        self.value = value
        self.unit = unit
        source = key.source
        device = key.device
        isEntered = key.isEntered
        self.metadata = metadata
    }
}
