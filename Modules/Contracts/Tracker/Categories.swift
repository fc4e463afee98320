import Memberwise
package import RPC
package import Tracker

/// The headings under which a person gathers activities. Served by the tracker worker.
package enum Categories {
    package static let service = "dayline.tracker.Categories"

    package static let list = Method<Empty, ListResponse>(service, "List", repeatable: true)
    package static let add = Method<ChangeRequest, Item>(service, "Add")
    package static let edit = Method<ChangeRequest, Item>(service, "Edit")
    /// Puts a category in the trash; its activities stay, without one.
    package static let delete = Method<DeleteRequest, Item>(service, "Delete")
    /// Adds those of the default categories that are missing.
    package static let restoreDefaults = Method<Empty, ListResponse>(service, "RestoreDefaults")

    @Message
    package struct ChangeRequest: Codable, Hashable, WireValue {
        package var name: String
        package var newName: String? = nil
        package var icon: String? = nil
        package var color: String? = nil
        package var about: String? = nil
        /// An inactive category reminds of nothing.
        package var isActive: Bool? = nil
        /// `once`, `daily`, `weekly`, `monthly` or `custom`.
        package var frequency: ReminderPlan.Frequency? = nil
        /// Minutes since midnight, at least 5 apart.
        package var times: [Int]? = nil
        /// ISO weekdays.
        package var weekdays: [Int]? = nil
    }

    @Message
    package struct DeleteRequest: Codable, Hashable, WireValue {
        package var name: String
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// In list order.
        package var categories: [Item]
    }

    @Described
    package struct Item: Codable, Hashable, WireValue {
        package var id: Category.ID
        package var name: String
        package var icon: String
        package var color: String
        package var about: String
        package var isActive: Bool
        package var frequency: ReminderPlan.Frequency
        /// Minutes since midnight, ascending.
        package var times: [Int]
        package var weekdays: [Int]
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
            self.activities = activities
        }
    }
}
