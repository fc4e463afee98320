package import CivilTime
import Memberwise
package import RPC

/// Single samples, as they are stored. Served by the aggregation workers.
package enum Readings {
    package static let service = "dayline.aggregation.Readings"

    /// The samples of a metric that begin on one day, in the order of start, end and source.
    package static let day = Method<DayRequest, DayResponse>(service, "Day", repeatable: true)

    /// Samples in one answer, at most.
    package static let maximumCount = 20_000

    @Message
    package struct DayRequest: Codable, Hashable, WireValue {
        /// A metric's key, alias or unique prefix.
        package var name: String
        package var on: CivilDate
        /// IANA name of the zone that the day is of; nil: the profile's.
        package var zone: String? = nil
    }

    @Message
    package struct DayResponse: Codable, Hashable, WireValue {
        package var metric: String
        package var unit: String
        package var day: CivilDate
        package var samples: [RawSample]
        /// Samples that a person deleted or replaced, with the originals.
        package var removed: [RawSample]
    }
}

/// One sample as it is shown.
@Described
package struct RawSample: Codable, Hashable, Sendable {
    package var ref: SampleReference
    /// ISO 8601, UTC.
    @Field(.instant) package var start: String
    @Field(.instant) package var end: String
    /// In `unit`, the one that the metric is shown in.
    package var value: Double
    package var unit: String
    package var source: String
    package var device: String
    package var isEntered: Bool
    /// Attributes of the sample, by HealthKit's keys.
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
