import Memberwise
package import RPC

/// The sources of a metric and the order in which overlapping samples count. Served by the storage
/// worker.
package enum Sources {
    package static let service = "dayline.storage.Sources"

    package static let list = Method<MetricRequest, ListResponse>(service, "List", repeatable: true)
    /// The order alone.
    package static let storedOrder = Method<MetricRequest, ChosenResponse>(
        service, "Chosen", repeatable: true)
    /// Changes the order, and marks the metric's days for folding. NOT_FOUND when a name is no
    /// source of the metric.
    package static let setOrder = Method<SetOrderRequest, SetOrderResponse>(service, "SetOrder")

    @Message
    package struct MetricRequest: Codable, Hashable, WireValue {
        package var metric: String
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        package var metric: String
        /// The order that a person chose, highest first, by the sources' compared names; empty:
        /// none was chosen.
        package var order: [String]
        package var series: [Item]
        package var zones: [ZoneChange]
    }

    @Message
    package struct ChosenResponse: Codable, Hashable, WireValue {
        /// As in ``ListResponse``.
        package var order: [String]
    }

    /// A series that has samples; of metrics that are made of workouts, a source that has some.
    @Message
    package struct Item: Codable, Hashable, Sendable {
        package var series: SeriesRow
        package var samples: Int
        /// Milliseconds since 1970: the first start and the greatest end.
        package var first: Int64
        package var last: Int64
    }

    @Message
    package struct SetOrderRequest: Codable, Hashable, WireValue {
        package var metric: String
        /// Names of sources, highest first; those left out come after them in the order of their
        /// classes. Empty goes back to the classes alone.
        package var order: [String]
    }

    @Message
    package struct SetOrderResponse: Codable, Hashable, WireValue {
        /// The data version to wait for: its days are folded in the new order.
        package var version: Int64
    }
}
