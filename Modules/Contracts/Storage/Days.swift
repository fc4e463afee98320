package import CivilTime
import Memberwise
package import Metrics
package import RPC
package import Tracker

/// Day totals and what there is. Served by the storage worker.
package enum Days {
    package static let service = "dayline.storage.Days"

    /// The day totals of a metric, in columns as in ``Folds/Commit``, ascending by day.
    package static let read = Method<ReadRequest, Packet<ReadResponse>>(
        service, "Read", repeatable: true)
    package static let metrics = Method<Empty, MetricsResponse>(
        service, "Metrics", repeatable: true)
    /// The metrics that there are samples of, without what has to be counted for it.
    package static let names = Method<Empty, NamesResponse>(service, "Names", repeatable: true)
    /// A stamp that differs after each commit in storage. A response that was computed
    /// after its request is valid as long as the stamp is unchanged.
    package static let stamp = Method<Empty, StampResponse>(service, "Stamp", repeatable: true)

    @Message
    package struct ReadRequest: Codable, Hashable, WireValue {
        package var metric: String
        /// The version that the caller holds: when the totals are still those, no columns come back,
        /// and where storage knows which days changed since, only these.
        package var knownVersion: Int64? = nil
        /// True to search an activity with the metric's name; nil: false.
        package var shouldFindActivity: Bool? = nil
    }

    @Message
    package struct ReadResponse: Codable, Hashable, Sendable {
        package var metric: String
        package var unit: String
        /// The folded version of the metric that the totals are of.
        package var version: Int64
        /// True if newer samples are not folded yet.
        package var stale: Bool
        /// The caller's version still holds, and the columns are left out.
        package var isUnchanged: Bool
        /// The columns are of these days only, and take the place of what the caller holds of them;
        /// nil: of all days.
        package var changed: Span?
        /// The interval that the person chose for this metric.
        package var rememberedInterval: String?
        package var weekStart: String?
        package var zones: [ZoneChange]
        /// True if an activity has the metric's name, ignoring case; nil if the request did not ask.
        package var hasNamesake: Bool? = nil
        /// Units in which the person's settings show metrics.
        package var units: UnitSystem = .metric
        /// Of an activity: what its numbers come to on a day. Nil where it has none, and of a metric.
        package var number: DayNumber? = nil
    }

    /// From one day to another, both included.
    @Message
    package struct Span: Codable, Hashable, Sendable {
        package var from: CivilDate
        package var to: CivilDate
    }

    /// A change of days and of nothing else that a ``ReadResponse`` tells: storage tells it beside the count of
    /// changes, so that a cached page can be updated.
    @Message
    package struct CacheUpdate: Codable, Hashable, Sendable {
        package var profile: String
        package var metric: String
        /// The version that all metrics of the profile are of, as far as they were whole before.
        package var version: Int64
        /// The days that the totals take the place of.
        package var days: Span
        package var totals: DayColumns
    }

    @Message
    package struct StampResponse: Codable, Hashable, WireValue {
        package var value: String
    }

    @Message
    package struct NamesResponse: Codable, Hashable, WireValue {
        package var metrics: [MetricUnit]
        /// Activities that are not in the trash.
        package var activities: [ActivityName]
        /// Units in which the person's settings show metrics.
        package var units: UnitSystem
    }

    /// An activity whose days can be asked for with ``TrackerRecords/days``.
    @Message
    package struct ActivityName: Codable, Hashable, Sendable {
        package var id: Activity.ID
        package var name: String
        package var type: ActivityType
        package var unit: String?
        /// Of a cumulative activity.
        package var accumulation: Accumulation?
        /// Of a metric.
        package var measurement: Measurement.Name?
    }

    @Message
    package struct MetricUnit: Codable, Hashable, Sendable {
        package var metric: String
        /// Canonical.
        package var unit: String
    }

    @Message
    package struct MetricsResponse: Codable, Hashable, WireValue {
        package var metrics: [Item]
        /// Units in which the person's settings show metrics.
        package var units: UnitSystem
    }

    @Message
    package struct Item: Codable, Hashable, Sendable {
        package var metric: String
        package var unit: String
        package var samples: Int
        package var firstDay: CivilDate?
        package var lastDay: CivilDate?
        /// Names as shown, sorted.
        package var sources: [String]
    }
}
