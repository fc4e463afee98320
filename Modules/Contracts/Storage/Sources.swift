import Memberwise
package import RPC

/// The sources of a metric and the order in which overlapping samples count. Served by the storage
/// worker.
package enum Sources {
    package static let service = "dayline.storage.Sources"

    package static let list = Method<MetricRequest, ListResponse>(service, "List", repeatable: true)
    /// Returns the chosen order of a metric's sources.
    package static let storedOrder = Method<MetricRequest, ChosenResponse>(
        service, "Chosen", repeatable: true)
    /// Changes the order, and marks the days of the metric for folding. NOT_FOUND if a name is not
    /// a source of the metric.
    package static let setOrder = Method<SetOrderRequest, SetOrderResponse>(
        service, "SetOrder", access: .scope(.admin))

    @Message
    package struct MetricRequest: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The normalized names of sources in the order that a person chose, highest priority
        /// first; empty: none was chosen.
        package var order: [String]
        /// The series that have samples; of metrics derived from workouts, the sources of workouts.
        package var series: [Item]
        /// The time zones of the profile, ascending by first day.
        package var zones: [ZoneChange]
    }

    @Message
    package struct ChosenResponse: Codable, Hashable, WireValue {
        /// The normalized names of sources in the order that a person chose, highest priority
        /// first; empty: none was chosen.
        package var order: [String]
    }

    /// A series with samples; for a metric derived from workouts, a source with workouts.
    @Message
    package struct Item: Codable, Hashable, Sendable {
        /// The series; the number is 0 for a source of workouts.
        package var series: SeriesRow
        /// The number of samples; of metrics derived from workouts, the number of workouts.
        package var samples: Int
        /// The first start in milliseconds since 1970 UTC.
        package var first: Int64
        /// The greatest end in milliseconds since 1970 UTC.
        package var last: Int64
    }

    @Message
    package struct SetOrderRequest: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The names of sources, highest priority first; absent sources follow in the order of
        /// their classes. Empty: the order of classes.
        package var order: [String]
    }

    @Message
    package struct SetOrderResponse: Codable, Hashable, WireValue {
        /// The data version at which the days are folded in the new order.
        package var version: Int64
    }
}
