package import CivilTime
import Memberwise
package import RPC
package import Tracker

/// The categories of activities. Served by the tracker worker.
package enum Categories {
    package static let service = "dayline.tracker.Categories"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    package static let add = Method<ChangeRequest, Item>(service, "Add")
    package static let edit = Method<ChangeRequest, Item>(service, "Edit")
    /// Changes the order of the list.
    package static let reorder = Method<ReorderRequest, ListResponse>(service, "Reorder")
    /// Moves a category to the trash; its activities stay, without a category.
    package static let delete = Method<DeleteRequest, Item>(service, "Delete")
    /// Adds the default categories that are missing.
    package static let restoreDefaults = Method<Empty, ListResponse>(service, "RestoreDefaults")

    @Message
    package struct ChangeRequest: Codable, Hashable, WireValue {
        /// The name of the new category; to edit, the name of a category or a unique prefix.
        package var name: String
        /// The new name of an edited category; nil: unchanged. `Add` rejects the field.
        package var newName: String? = nil
        /// A symbol name, such as `star.fill`, or an emoji; nil: unchanged, or the suggestion for
        /// the name of a new category.
        package var icon: String? = nil
        /// The colour as `#RRGGBB`; nil: unchanged, or the suggestion for the name of a new
        /// category.
        package var color: String? = nil
        /// A description for people; nil: unchanged, empty for a new category.
        package var about: String? = nil
        /// False to stop the reminders of the category; nil: unchanged, true for a new category.
        package var isActive: Bool? = nil
        /// The recurrence of the reminders: `once`, `daily`, `weekly`, `monthly` or `custom`; nil:
        /// unchanged, `daily` for a new category.
        package var frequency: ReminderPlan.Frequency? = nil
        /// The times of the reminders in minutes since midnight, 0 to 1439, at least 5 apart; nil:
        /// unchanged; empty: none.
        package var times: [Int]? = nil
        /// The ISO weekdays of the reminders, 1 Monday to 7 Sunday; nil: unchanged.
        package var weekdays: [Int]? = nil
        /// The first day of the reminders as YYYY-MM-DD, the only day of `once`; empty: none; nil:
        /// unchanged.
        package var start: String? = nil
        /// The last day of the reminders as YYYY-MM-DD; empty: none; nil: unchanged.
        package var end: String? = nil
        /// The distance of the reminders of `custom` in days, counted from `start`, 2 to 366; 0: by
        /// weekdays; nil: unchanged.
        package var everyDays: Int? = nil
    }

    @Message
    package struct ReorderRequest: Codable, Hashable, WireValue {
        /// One or more different categories in the new order, each by name or unique prefix; other
        /// categories follow in their present order.
        package var names: [String]
        /// The number of places by which the only category of `names` moves, less than 0 for an
        /// earlier place; nil: `names` are placed first.
        package var by: Int? = nil
    }

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        /// The name of a category or a unique prefix.
        package var name: String
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The categories outside of the trash, in list order.
        package var categories: [Item]
    }

    @Described
    package struct Item: Codable, Hashable, WireValue {
        /// The identifier of the category, which a rename does not change.
        package var id: Category.ID
        /// The name of the category.
        package var name: String
        /// A symbol name, such as `star.fill`, or an emoji.
        package var icon: String
        /// The colour as `#RRGGBB`.
        package var color: String
        /// The description for people; may be empty.
        package var about: String
        /// True if the category sends reminders.
        package var isActive: Bool
        /// The recurrence of the reminders: `once`, `daily`, `weekly`, `monthly` or `custom`.
        package var frequency: ReminderPlan.Frequency
        /// The times of the reminders in minutes since midnight, ascending; empty: no reminders.
        package var times: [Int]
        /// The ISO weekdays of the reminders, 1 Monday to 7 Sunday, ascending; may be empty.
        package var weekdays: [Int]
        /// The first day of the reminders; nil: none.
        package var start: CivilDate? = nil
        /// The last day of the reminders; nil: none.
        package var end: CivilDate? = nil
        /// The distance of the reminders in days, counted from `start`; nil: by weekdays.
        package var everyDays: Int? = nil
        /// The number of activities in the category, outside of the trash.
        package var activities: Int

        package init(_ category: Category, activities: Int) {
            id = category.id
            name = category.name
            icon = category.appearance.icon
            color = category.appearance.color
            about = category.about
            isActive = category.isActive
            frequency = category.reminders.frequency
            times = category.reminders.times.minutes
            weekdays = category.reminders.weekdays
            start = category.reminders.start
            end = category.reminders.end
            everyDays = category.reminders.everyDays
            self.activities = activities
        }
    }
}
