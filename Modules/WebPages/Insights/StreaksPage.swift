import Contracts
import Presentation

/// The streaks of all activities, longest current streak first.
struct StreaksPage {
    let streaks: [Statistics.Streak]
    let links: ActivityLinks

    var page: Page {
        var page = Page("Streaks", in: .insights, content: content)
        page.topics = [.entries, .activities, .settings]
        return page
    }

    private var content: HTML {
        group {
            element("div", ["class": "page-head", "data-fragment": "streaks-head"]) {
                element("div") {
                    element("p", ["class": "crumbs"]) {
                        element("a", ["href": "/insights"]) { "Insights" }
                    }
                    element("h1") { "Streaks" }
                    if !streaks.isEmpty {
                        let active = streaks.filter { $0.current > 0 }.count
                        element("p", ["class": "lead"]) {
                            "\(NumberText.count(streaks.count, "activity", "activities")), "
                                + "\(active) with a current streak."
                        }
                    }
                }
            }
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
                ) { StreakRows(streaks: streaks, links: links).html }
            }
        }
    }
}
