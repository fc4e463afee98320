package import CivilTime
import Memberwise
package import RPC

/// Templates of activities: those of Dayline for new profiles, and those that a person made. Served
/// by the tracker worker.
package enum Templates {
    package static let service = "dayline.tracker.Templates"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    /// Adds the activities of a template as one undo step; activities whose names exist are
    /// skipped.
    package static let apply = Method<ApplyRequest, ApplyResponse>(service, "Apply")
    /// Adds a template with the present settings of an activity, or of the activities of a
    /// container.
    package static let add = Method<AddRequest, Template>(service, "Add")
    /// Changes a template of the profile. FAILED_PRECONDITION for one of Dayline.
    package static let edit = Method<EditRequest, Template>(service, "Edit")
    /// Deletes a template of the profile; activities are unchanged. FAILED_PRECONDITION for one of
    /// Dayline.
    package static let delete = Method<DeleteRequest, Template>(service, "Delete")

    /// The greatest number of templates of a profile, besides those of Dayline.
    package static let limit = 100
    /// The greatest length of a summary in characters.
    package static let summaryLimit = 500

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// All templates: those of Dayline, then those of the profile by name.
        package var templates: [Template]
    }

    @Message
    package struct Template: Codable, Hashable, WireValue {
        /// The name of the template.
        package var name: String
        /// The purpose of the template, as a sentence.
        package var summary: String
        /// The name of the container of the activities; nil: the activities stay at the top level.
        package var container: String?
        /// The names of the activities that the template adds, in order.
        package var activities: [String]
        /// True for a template of the profile, which can be changed; nil: a template of Dayline.
        package var isOwn: Bool? = nil
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// An activity or a container by name, unique prefix or identifier.
        package var activity: String
        /// The name of the template, which no other template has; nil: the name of the activity.
        package var name: String? = nil
        /// The purpose of the template, at most 500 characters; nil: empty.
        package var summary: String? = nil
    }

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The name of a template of the profile or a unique prefix.
        package var name: String
        /// The new name, which no other template has; nil: unchanged.
        package var newName: String? = nil
        /// The new purpose, at most 500 characters; nil: unchanged.
        package var summary: String? = nil
        /// The names of the activities that stay in the template, at least one, in their new order;
        /// nil: unchanged.
        package var activities: [String]? = nil
    }

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        /// The name of a template of the profile or a unique prefix.
        package var name: String
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
