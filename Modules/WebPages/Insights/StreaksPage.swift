import Contracts
import Presentation

/// The streaks of all activities, longest current streak first.
struct StreaksPage {
    let streaks: [Statistics.Streak]

    var page: Page {
        Page(
            "Streaks", in: .insights, topics: [.entries, .activities, .settings], content: content)
    }

    private var lead: String? {
        guard !streaks.isEmpty else { return nil }
        let active = streaks.filter { $0.current > 0 }.count
        return "\(NumberText.count(streaks.count, "activity", "activities")), "
            + "\(active) with a current streak."
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Streaks", crumbs: [("Insights", "/insights")], lead: lead.map(HTML.text),
            fragment: "streaks-head")
        if streaks.isEmpty {
            emptyCard(
                "No streaks yet",
                "A streak begins with the first completed day of an activity.",
                fragment: "streaks", links: [("Add an activity", "/activities/new")])
        } else {
            element(
                "section",
                ["class": "card", "aria-label": "Streaks", "data-fragment": "streaks"]
            ) { StreakRows(streaks: streaks) }
        }
    }
}
