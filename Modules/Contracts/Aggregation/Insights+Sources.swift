package import CivilTime
package import RPC

extension Insights {
    /// Whose samples of a metric count first where they overlap.
    package static let sources = Method<SourcesRequest, SourcesResponse>(
        service, "Sources", repeatable: true)

    package struct SourcesRequest: Codable, Hashable, WireValue {
        package var name: String

        package init(name: String) {
            self.name = name
        }
    }

    package struct SourcesResponse: Codable, Hashable, WireValue {
        package var metric: String
        /// Names of all sources, highest first.
        package var order: [String]
        /// Whether a person chose the order.
        package var isChosen: Bool
        /// In that order.
        package var sources: [Source]

        package init(metric: String, order: [String], isChosen: Bool, sources: [Source]) {
            self.metric = metric
            self.order = order
            self.isChosen = isChosen
            self.sources = sources
        }
    }

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
