package import RPC
package import Tracking

/// The headings under which a person gathers activities. Served by the schedule worker.
package enum Categories {
    package static let service = "dayline.schedule.Categories"

    package static let list = Method<Empty, Listing>(service, "List", repeatable: true)
    package static let add = Method<Change, Item>(service, "Add")
    package static let edit = Method<Change, Item>(service, "Edit")
    /// Puts a category in the trash; its activities stay, without one.
    package static let delete = Method<Name, Item>(service, "Delete")
    /// Adds those of the default categories that are missing.
    package static let restoreDefaults = Method<Empty, Listing>(service, "RestoreDefaults")

    package struct Change: Codable, Hashable, WireValue {
        package var name: String
        package var newName: String?
        package var icon: String?
        package var color: String?
        package var about: String?
        /// An inactive category reminds of nothing.
        package var isActive: Bool?
        /// `once`, `daily`, `weekly`, `monthly` or `custom`.
        package var frequency: ReminderPlan.Frequency?
        /// Minutes since midnight, at least 5 apart.
        package var times: [Int]?
        /// ISO weekdays.
        package var weekdays: [Int]?

        package init(
            name: String, newName: String? = nil, icon: String? = nil, color: String? = nil,
            about: String? = nil, isActive: Bool? = nil,
            frequency: ReminderPlan.Frequency? = nil, times: [Int]? = nil, weekdays: [Int]? = nil
        ) {
            self.name = name
            self.newName = newName
            self.icon = icon
            self.color = color
            self.about = about
            self.isActive = isActive
            self.frequency = frequency
            self.times = times
            self.weekdays = weekdays
        }
    }

    package struct Name: Codable, Hashable, WireValue {
        package var name: String

        package init(name: String) {
            self.name = name
        }
    }

    package struct Listing: Codable, Hashable, WireValue {
        /// In list order.
        package var categories: [Item]

        package init(categories: [Item]) {
            self.categories = categories
        }
    }

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
