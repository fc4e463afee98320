package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The activities and their order. Served by the tracker worker. A request names an activity by its
/// name, a unique prefix of the name, or its identifier.
package enum Activities {
    package static let service = "dayline.tracker.Activities"

    /// Adds an activity. ALREADY_EXISTS if there is an activity of that name.
    package static let add = Method<AddRequest, Item>(service, "Add")
    /// Changes an activity. ABORTED if another request changed the activity at the same time.
    package static let edit = Method<EditRequest, Item>(service, "Edit")
    package static let list = Method<ListRequest, ListResponse>(service, "List", repeatable: true)
    package static let show = Method<ActivityRequest, Item>(service, "Show", repeatable: true)
    package static let pause = Method<ActivityRequest, Item>(service, "Pause")
    package static let resume = Method<ActivityRequest, Item>(service, "Resume")
    package static let move = Method<MoveRequest, Item>(service, "Move")
    package static let reorder = Method<ReorderRequest, ListResponse>(service, "Reorder")
    package static let group = Method<GroupRequest, Item>(service, "Group")
    /// Converts an activity to a container.
    package static let convert = Method<ActivityRequest, Item>(service, "Convert")
    /// Converts a container to a plain activity; its children move to the top level.
    package static let dissolve = Method<ActivityRequest, Item>(service, "Dissolve")
    /// Moves an activity to the trash.
    package static let delete = Method<ActivityRequest, Item>(service, "Delete")
    /// Suggests the fields of a new activity from its name.
    package static let suggest = Method<SuggestRequest, SuggestResponse>(
        service, "Suggest", repeatable: true)

    /// The period of a target.
    package enum TargetPeriod: String, CaseIterable, Codable, Sendable {
        case day, week, month
    }

    /// An optional field of an activity that an edit can remove.
    package enum RemovableField: String, CaseIterable, Codable, Sendable {
        /// `target`, `unit`, `minimum` and `maximum` of the numbers; `window`, the planned time of
        /// day.
        case target, unit, minimum, maximum, window
    }

    /// Fields of an activity. Nil leaves a field unchanged, or sets the default of the type.
    @Described
    package struct Fields: Codable, Hashable, Sendable {
        /// The type of the activity; nil: the type that the other fields imply, else `checkbox`.
        package var type: ActivityType?
        /// The days on which the activity is due; nil: unchanged, `daily` for a new activity. Weeks
        /// without a `weekStart` start as set in the profile.
        package var schedule: Schedule?
        /// The schedule as a recurrence rule of RFC 5545, which takes precedence over `schedule`;
        /// nil: none.
        package var rrule: String?
        /// The sessions of a day: `allDay`, `morning`, `afternoon` or `evening`, in any order; nil:
        /// unchanged; empty: one session.
        package var slots: [Slot]?
        /// The planned time of day, with hours of 0 to 24, the start before the end; nil:
        /// unchanged.
        package var window: TimeWindow?
        /// The number to reach, in `unit`, 0 or more; nil: unchanged, no target for a new activity.
        package var target: Double?
        /// The time in which the total has to reach the target: `day`, or for a cumulative activity
        /// that is due every day `week` or `month`; nil: unchanged, `day` for a new activity.
        package var per: TargetPeriod?
        /// True if the target is the most that a day, week or month may have, for a value or
        /// cumulative activity; nil: unchanged, false for a new activity.
        package var atMost: Bool?
        /// The unit of the numbers, at most 40 characters; empty: none; nil: unchanged, or for a
        /// new activity the unit of the health metric or of the suggestion for the name.
        package var unit: String?
        /// The least accepted number, in `unit`; nil: unchanged, 0 for a new activity.
        package var minimum: Double?
        /// The greatest accepted number, in `unit`, not below the minimum; nil: unchanged, no limit
        /// for a new activity.
        package var maximum: Double?
        /// The function that combines the numbers of a day of a cumulative activity, `sum` or
        /// `average`; nil: unchanged, `sum` for a new activity.
        package var mode: Accumulation?
        /// The kind of measurement of a metric activity: `photo`, `value`, `checkbox` or `notes`;
        /// nil: unchanged, `value` for a new activity without `views`.
        package var measures: Measurement.Name?
        /// The names of the views of a photo metric; nil: unchanged, `Photo` for a new activity.
        package var views: [String]?
        /// Two or more different answers to choose from, without commas; nil: unchanged.
        package var options: [String]?
        /// The form of the answers: `text`, `time`, or `choice` together with `options`; nil:
        /// unchanged, `text` for a new activity without options.
        package var answer: String?
        /// True to keep a missed occurrence of a weekly or monthly schedule open on later days;
        /// nil: unchanged, true only for a new metric with such a schedule.
        package var carryForward: Bool?
        /// The short key of a HealthKit metric to link, such as `stepCount`; empty: remove the
        /// link; nil: unchanged.
        package var health: String?
        /// The direction of the health sync: `read`, `write` or `both`; nil: unchanged, `read` for
        /// a new link.
        package var healthMode: HealthMode?
        /// True to read the activity only from health data, neither listed nor expected; nil:
        /// unchanged, false for a new activity.
        package var isPassive: Bool?
        /// A symbol name, such as `star.fill`, or an emoji; nil: unchanged, or the suggestion for
        /// the name of a new activity.
        package var icon: String?
        /// The colour as `#RRGGBB`; nil: unchanged, or the suggestion for the name of a new
        /// activity.
        package var color: String?
        /// The name of a category or a unique prefix; empty: none; nil: unchanged, or the
        /// suggestion for the name of a new activity.
        package var category: String?
        /// The activity after which this activity is listed, by name, unique prefix or identifier;
        /// empty: none; nil: unchanged.
        package var after: String?
        /// The fields to remove: `target`, `unit`, `minimum`, `maximum` or `window`; a value in the
        /// same request takes precedence. Nil: none.
        package var without: [RemovableField]?

        package init() {}
    }

    @Message
    package struct AddRequest: Codable, Hashable, WireValue {
        /// The name of the new activity; no other activity in use may have the name.
        package var name: String
        /// The fields of the activity; absent fields have the defaults of the type.
        package var fields: Fields = Fields()
        /// The container of the new activity, by name, unique prefix or identifier; nil: top level.
        package var container: String? = nil
        /// The day on which the activity is created; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct EditRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var name: String
        /// The new name; nil: unchanged.
        package var newName: String? = nil
        /// The fields to change; absent fields are unchanged.
        package var fields: Fields = Fields()
        /// The days that the edit applies to: `future` for `on` and later days, `all` for all days;
        /// nil: `future`.
        package var scope: EditScope? = nil
        /// The first day of an edit with the scope `future`; nil: today in the profile's zone.
        package var on: CivilDate? = nil
        /// The expected revision, ABORTED if the activity has another; nil: any.
        package var revision: Int64? = nil
    }

    @Message
    package struct ActivityRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var name: String
        /// The day of the change or of the state to show; nil: today in the profile's zone for a
        /// change, the present state for `Show`.
        package var on: CivilDate? = nil
    }

    @Message
    package struct MoveRequest: Codable, Hashable, WireValue {
        /// The name of an activity, a unique prefix of the name, or the identifier.
        package var name: String
        /// The new container, by name, unique prefix or identifier; nil: top level.
        package var container: String?
        /// The day of the change; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ReorderRequest: Codable, Hashable, WireValue {
        /// One or more different activities of one container in the new order; siblings that are
        /// absent follow in their present order.
        package var names: [String]
        /// The sibling that `names` are placed before; nil: see `after`.
        package var before: String? = nil
        /// The sibling that `names` are placed after; nil: see `by`.
        package var after: String? = nil
        /// The number of places by which the only activity of `names` moves, less than 0 for an
        /// earlier place; nil: `names` are placed first.
        package var by: Int? = nil
    }

    @Message
    package struct GroupRequest: Codable, Hashable, WireValue {
        /// The name of the new container; no other activity in use may have the name.
        package var name: String
        /// Different activities to move into the container, each by name, unique prefix or
        /// identifier.
        package var members: [String]
        /// The category of the container, by name or unique prefix; nil: none.
        package var category: String? = nil
        /// The day of the change; nil: today in the profile's zone.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// True: only reminders. False: only other activities. Nil: both.
        package var reminders: Bool? = nil
        /// The day as of which activities are listed; nil: the present state.
        package var on: CivilDate? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The activities in list order, each container before its children. The response of
        /// `Reorder` has only the reordered siblings.
        package var activities: [Item]
    }

    @Message
    package struct SuggestRequest: Codable, Hashable, WireValue {
        /// The name of an activity, which need not exist.
        package var name: String
    }

    @Message
    package struct SuggestResponse: Codable, Hashable, WireValue {
        /// The name of the request.
        package var name: String
        /// The suggested icon, `star.fill` without a suggestion.
        package var icon: String
        /// The suggested colour as `#RRGGBB`, `#007AFF` without a suggestion.
        package var color: String
        /// The name of a default category; nil: no suggestion.
        package var category: String?
        /// The unit of the numbers; nil: no suggestion.
        package var unit: String?
    }
}
