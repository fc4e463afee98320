/// A page, without the shell around it.
package struct Page: Sendable {
    package var title: String
    /// The entry of the navigation that the page belongs to; nil: none.
    package var section: Section?
    /// The HTTP status.
    package var status: Int
    /// The kinds of changes that the page follows; empty: the page does not change.
    package var topics: [Topic]
    /// The module of the page beside the one of all pages, such as `today`; nil: none.
    package var script: String?
    /// The day that the page shows, for its script; nil: not a day.
    package var day: String?
    /// The time at which the page shows the next day, in UTC; nil: the page shows the same day.
    package var dayEnd: String?
    package var content: HTML
    /// The message after a change, with its undo.
    package var toast: HTML
    /// The dialog of an achievement.
    package var celebration: HTML = .empty
    /// True unless the page is for visitors without a session.
    package var hasNavigation: Bool

    /// The entries of the navigation.
    package enum Section: String, CaseIterable, Sendable {
        case today, health, insights, goals, trends, activities, training, timeline, photos,
            search, imports, settings
    }

    /// The kinds of changes, as named by the stream of events.
    package enum Topic: String, CaseIterable, Sendable {
        case entries, activities, goals, weight, health, imports, settings, milestone, workers
    }

    package init(
        _ title: String, in section: Section? = nil, status: Int = 200, topics: [Topic] = [],
        script: String? = nil, toast: HTML = .empty, hasNavigation: Bool = true, content: HTML
    ) {
        self.title = title
        self.section = section
        self.status = status
        self.topics = topics
        self.script = script
        self.content = content
        self.toast = toast
        self.hasNavigation = hasNavigation
    }
}
