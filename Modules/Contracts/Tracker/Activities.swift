package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The activities and their arrangement. Served by the tracker worker. An activity is named by its
/// name, a unique prefix of it, or its identifier.
package enum Activities {
    package static let service = "dayline.tracker.Activities"

    /// ALREADY_EXISTS when there is one of that name.
    package static let add = Method<AddRequest, Item>(service, "Add")
    /// ABORTED when somebody else changed the activity at the same time.
    package static let edit = Method<EditRequest, Item>(service, "Edit")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<ActivityRequest, Item>(service, "Show", repeatable: true)
    package static let pause = Method<ActivityRequest, Item>(service, "Pause")
    package static let resume = Method<ActivityRequest, Item>(service, "Resume")
    package static let move = Method<MoveRequest, Item>(service, "Move")
    package static let reorder = Method<ReorderRequest, ListResponse>(service, "Reorder")
    package static let group = Method<GroupRequest, Item>(service, "Group")
    /// Makes a container of an activity.
    package static let convert = Method<ActivityRequest, Item>(service, "Convert")
    /// Makes a plain activity of a container; its children go to the top.
    package static let dissolve = Method<ActivityRequest, Item>(service, "Dissolve")
    /// Puts an activity in the trash.
    package static let delete = Method<ActivityRequest, Item>(service, "Delete")
    /// Suggested fields of a new activity, from its name.
    package static let suggest = Method<SuggestRequest, SuggestResponse>(
        service, "Suggest", repeatable: true)

    /// An optional field of an activity that an edit can remove.
    package enum RemovableField: String, CaseIterable, Codable, Sendable {
        case target, unit, minimum, maximum, window
    }

    /// Fields of an activity. Nil leaves a field unchanged, or sets the default of the type.
    @Described
    package struct Fields: Codable, Hashable, Sendable {
        package var type: ActivityType?
        package var schedule: Schedule?
        /// RFC 5545, in place of `schedule`.
        package var rrule: String?
        package var slots: [Slot]?
        package var window: TimeWindow?
        package var target: Double?
        package var unit: String?
        package var minimum: Double?
        package var maximum: Double?
        package var mode: Accumulation?
        /// The kind of a metric activity's measurement.
        package var measures: Measurement.Name?
        /// The views of a photo metric.
        package var views: [String]?
        /// The options of an answer. Without options and `answer`, the answer is text.
        package var options: [String]?
        /// `text`, `choice` or `time`.
        package var answer: String?
        package var carryForward: Bool?
        /// HealthKit's short key; empty takes the link away.
        package var health: String?
        package var healthMode: HealthMode?
        package var isPassive: Bool?
        package var icon: String?
        package var color: String?
        /// The name of a category; empty for none.
        package var category: String?
        /// The activity that it is meant to be done after; empty for none.
        package var after: String?
        /// Fields to remove.
        package var without: [RemovableField]?

        package init() {}
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        package var name: String
        package var fields: Fields = Fields()
        /// The container it goes to.
        package var container: String? = nil
        /// The day it is created on; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        package var name: String
        package var newName: String? = nil
        package var fields: Fields = Fields()
        package var scope: EditScope? = nil
        package var on: CivilDate? = nil
        /// The revision the caller expects; nil: any.
        package var revision: Int64? = nil
    }

    @Message
    package struct ActivityRequest: Codable, Hashable, WireValue {
        package var name: String
        package var on: CivilDate? = nil
    }

    @Message
    package struct MoveRequest: Codable, Hashable, WireValue {
        package var name: String
        /// Nil: out of its container, to the top.
        package var container: String?
        package var on: CivilDate? = nil
    }

    @Message
    package struct ReorderRequest: Codable, Hashable, WireValue {
        package var names: [String]
    }

    @Message
    package struct GroupRequest: Codable, Hashable, WireValue {
        package var name: String
        package var members: [String]
        package var category: String? = nil
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// True: only reminders. False: only other activities. Nil: both.
        package var reminders: Bool? = nil
        /// As they were on that day; nil: as they are.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// In list order, each container before its children.
        package var activities: [Item]
    }

    @Message
    package struct SuggestRequest: Codable, Hashable, WireValue {
        package var name: String
    }

    @Message
    package struct SuggestResponse: Codable, Hashable, WireValue {
        package var name: String
        package var icon: String
        package var color: String
        package var category: String?
        package var unit: String?
    }
}
