package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Lists the sources of a metric in the order of their priority where samples overlap.
    package static let sources = Method<SourcesRequest, SourcesResponse>(
        service, "Sources", repeatable: true)

    @Message
    package struct SourcesRequest: Codable, Hashable, WireValue {
        /// The key, alias or unique prefix of a metric; `metric:KEY` is exact.
        package var name: String
    }

    @Message
    package struct SourcesResponse: Codable, Hashable, WireValue {
        /// The short HealthKit key of the metric, such as `stepCount`.
        package var metric: String
        /// The names of all sources, highest priority first.
        package var order: [String]
        /// True if a person chose the order.
        package var isChosen: Bool
        /// The sources with their devices, highest priority first.
        package var sources: [Source]
    }

    @Described
    package struct Source: Codable, Hashable, Sendable {
        /// The name of the source.
        package var name: String
        /// The name and hardware of the device; empty: unknown.
        package var device: String
        /// The class of the source: `manual`, `watch`, `phone` or `other`.
        package var `class`: String
        /// The number of samples; of workout metrics, the number of workouts.
        package var samples: Int
        /// The day of the first sample in the profile's zones.
        package var firstDay: CivilDate
        /// The day of the end of the last sample in the profile's zones.
        package var lastDay: CivilDate

        package init(
            name: String, device: String, class: String, samples: Int, firstDay: CivilDate,
            lastDay: CivilDate
        ) {
            self.name = name
            self.device = device
            self.class = `class`
            self.samples = samples
            self.firstDay = firstDay
            self.lastDay = lastDay
        }
    }
}
