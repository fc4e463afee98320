package import CivilTime
import Memberwise
package import RPC

/// Templates of activities for new profiles. Served by the tracker worker.
package enum Templates {
    package static let service = "dayline.tracker.Templates"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Adds the activities of a template as one undo step; activities whose names exist are
    /// skipped.
    package static let apply = Method<ApplyRequest, ApplyResponse>(service, "Apply")

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// All templates.
        package var templates: [Template]
    }

    @Message
    package struct Template: Codable, Hashable, Sendable {
        /// The name of the template.
        package var name: String
        /// The purpose of the template, as a sentence.
        package var summary: String
        /// The name of the container of the activities; nil: the activities stay at the top level.
        package var container: String?
        /// The names of the activities that the template adds, in order.
        package var activities: [String]
    }

    @Message
    package struct ApplyRequest: Codable, Hashable, WireValue {
        /// The name of a template or a unique prefix.
        package var name: String
        /// The day on which the activities are created; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ApplyResponse: Codable, Hashable, WireValue {
        /// The names of the activities that were added.
        package var added: [String]
        /// The names of activities that existed before and are unchanged.
        package var existing: [String]
    }
}
