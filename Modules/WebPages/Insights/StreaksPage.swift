import Contracts
import Presentation

/// The streaks of all activities, longest current streak first.
struct StreaksPage {
    let streaks: [Statistics.Streak]

    var page: Page {
        var page = Page("Streaks", in: .insights, content: content)
        page.topics = [.entries, .activities, .settings]
        return page
    }

    private var lead: String? {
        guard !streaks.isEmpty else { return nil }
        let active = streaks.filter { $0.current > 0 }.count
        return "\(NumberText.count(streaks.count, "activity", "activities")), "
            + "\(active) with a current streak."
    }

    private var content: HTML {
        group {
            pageHead(
                "Streaks", crumbs: [("Insights", "/insights")], lead: lead.map(HTML.text),
                fragment: "streaks-head")
            if streaks.isEmpty {
                element("section", ["class": "card empty", "data-fragment": "streaks"]) {
                    Drawing.line
                    element("h2") { "No streaks yet" }
                    element("p") { "A streak begins with the first completed day of an activity." }
                    element("div", ["class": "row"]) {
                        element("a", ["class": "button main", "href": "/activities/new"]) {
                            "Add an activity"
                        }
                    }
                }
            } else {
                element(
                    "section",
                    ["class": "card", "aria-label": "Streaks", "data-fragment": "streaks"]
                ) { StreakRows(streaks: streaks).html }
            }
        }
    }
}
