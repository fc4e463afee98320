package import CivilTime
package import HealthMetrics
import Memberwise
package import RPC
package import Tracker

/// Day totals, and the metrics and days that have data. Served by the storage worker.
package enum Days {
    package static let service = "dayline.storage.Days"

    /// Reads the day totals of a metric as the columns of ``Folds/Commit``, ascending by day.
    package static let read = Method<ReadRequest, Packet<ReadResponse>>(
        service, "Read", repeatable: true)
    /// Reads the same in pages, for callers on other machines: each item has the columns of the next days.
    package static let readPages = StreamMethod<ReadRequest, Packet<Empty>, ReadResponse>(
        service, "ReadPages", repeatable: true)
    package static let metrics = Method<Empty, MetricsResponse>(
        service, "Metrics", repeatable: true)
    /// Lists the names of the metrics that have samples, without their counts.
    package static let names = Method<Empty, NamesResponse>(service, "Names", repeatable: true)
    /// Returns a stamp that differs after each commit of the caller's profile. A response that was
    /// computed from the profile after this request is valid as long as the stamp is unchanged.
    package static let stamp = Method<Empty, StampResponse>(service, "Stamp", repeatable: true)

    @Message
    package struct ReadRequest: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The version that the caller has cached: unchanged totals are not returned, and only
        /// changed days where known. Nil: none.
        package var knownVersion: Int64? = nil
        /// True to search an activity with the name of the metric; nil: false.
        package var shouldFindActivity: Bool? = nil
    }

    @Message
    package struct ReadResponse: Codable, Hashable, WireValue {
        /// The key of the metric, or the identifier of the activity.
        package var metric: String
        /// The canonical unit of a metric, or the unit of an activity; empty: no unit, or no
        /// samples.
        package var unit: String
        /// The data version of the totals; for an activity, the number of the newest change.
        package var version: Int64
        /// True if newer samples are not folded yet.
        package var stale: Bool
        /// True if the version of the caller is still valid, and the columns are absent.
        package var isUnchanged: Bool
        /// The days that the columns cover, which replace those of the caller; nil: all days.
        package var changed: Span?
        /// The interval that a person chose: `day`, `week`, `month`, `quarter`, `half` or `year`;
        /// nil: none.
        package var rememberedInterval: String?
        /// The first day of the week: `monday`, `sunday` or `saturday`; nil: not set, which means
        /// `monday`.
        package var weekStart: String?
        /// The time at which a day ends, `HH:MM` from 00:00 to 06:00; nil: not set, which means
        /// `00:00`.
        package var dayEnd: String? = nil
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
        /// True if an activity has the name of the metric, ignoring case; nil: not requested.
        package var hasNamesake: Bool? = nil
        /// The unit system that metrics are shown in: `metric` or `us`.
        package var units: UnitSystem = .metric
        /// The day value of an activity: `total`, `mean`, `last`, `yes` or `answer`; nil: a metric,
        /// or an activity without day values.
        package var number: DayNumber? = nil
    }

    /// A range of days; both ends are included.
    @Message
    package struct Span: Codable, Hashable, Sendable {
        /// The first day, inclusive.
        package var from: CivilDate
        /// The last day, inclusive.
        package var to: CivilDate
    }

    @Message
    package struct StampResponse: Codable, Hashable, WireValue {
        /// A text that differs after each commit of the profile, and may differ after those of others.
        package var value: String
    }

    @Message
    package struct NamesResponse: Codable, Hashable, WireValue {
        /// The metrics with samples or day totals, ascending by key.
        package var metrics: [MetricUnit]
        /// The activities outside of the trash, ascending by identifier.
        package var activities: [ActivityName]
        /// The unit system that metrics are shown in: `metric` or `us`.
        package var units: UnitSystem
    }

    /// An activity whose days can be read with ``TrackerRecords/days``.
    @Message
    package struct ActivityName: Codable, Hashable, Sendable {
        /// The identifier of the activity.
        package var id: Activity.ID
        /// The name of the activity.
        package var name: String
        /// The type of the activity: `checkbox`, `value`, `cumulative`, `container`, `metric` or
        /// `answer`.
        package var type: ActivityType
        /// The unit of the numbers; nil: no unit.
        package var unit: String?
        /// The function that combines the numbers of a day, `sum` or `average`; nil: not a
        /// cumulative activity.
        package var accumulation: Accumulation?
        /// The kind of measurement: `photo`, `value`, `checkbox` or `notes`; nil: not a metric
        /// activity.
        package var measurement: Measurement.Name?
    }

    @Message
    package struct MetricUnit: Codable, Hashable, Sendable {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The canonical unit; empty: no unit.
        package var unit: String
    }

    @Message
    package struct MetricsResponse: Codable, Hashable, WireValue {
        /// The metrics with samples or day totals, ascending by key.
        package var metrics: [Item]
        /// The unit system that metrics are shown in: `metric` or `us`.
        package var units: UnitSystem
    }

    @Message
    package struct Item: Codable, Hashable, Sendable {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The canonical unit; empty: no unit.
        package var unit: String
        /// The number of stored samples; of a derived metric, the number of nights or workouts.
        package var samples: Int
        /// The first day with a total; nil: no day is folded.
        package var firstDay: CivilDate?
        /// The last day with a total; nil: no day is folded.
        package var lastDay: CivilDate?
        /// The names of the sources as shown, sorted; empty: none.
        package var sources: [String]
    }
}
