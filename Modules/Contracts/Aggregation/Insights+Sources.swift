package import CivilTime
import Memberwise
package import RPC

extension Insights {
    /// Whose samples of a metric count first where they overlap.
    package static let sources = Method<SourcesRequest, SourcesResponse>(
        service, "Sources", repeatable: true)

    @Message
    package struct SourcesRequest: Codable, Hashable, WireValue {
        package var name: String
    }

    @Message
    package struct SourcesResponse: Codable, Hashable, WireValue {
        package var metric: String
        /// Names of all sources, highest first.
        package var order: [String]
        /// True if a person chose the order.
        package var isChosen: Bool
        /// In that order.
        package var sources: [Source]
    }

    @Described
    package struct Source: Codable, Hashable, Sendable {
        package var name: String
        /// Name and hardware of what recorded it; empty when unknown.
        package var device: String
        /// `manual`, `watch`, `phone` or `other`.
        package var `class`: String
        package var samples: Int
        package var firstDay: CivilDate
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
