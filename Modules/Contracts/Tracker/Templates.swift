package import CivilTime
import Memberwise
package import RPC

/// Activities that go together, for those who begin. Served by the tracker worker.
package enum Templates {
    package static let service = "dayline.tracker.Templates"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Adds a template's activities, as one step; those whose names are taken are left as they are.
    package static let apply = Method<ApplyRequest, ApplyResponse>(service, "Apply")

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        package var templates: [Template]
    }

    @Message
    package struct Template: Codable, Hashable, Sendable {
        package var name: String
        package var summary: String
        /// Their container, if they have one.
        package var container: String?
        package var activities: [String]
    }

    @Message
    package struct ApplyRequest: Codable, Hashable, WireValue {
        package var name: String
        /// The day that they are created on; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ApplyResponse: Codable, Hashable, WireValue {
        package var added: [String]
        /// Names of activities that existed before.
        package var existing: [String]
    }
}
