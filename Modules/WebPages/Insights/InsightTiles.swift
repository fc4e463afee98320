import Contracts
import Presentation

/// The longest streak, the largest win and the number of activities behind schedule.
struct InsightTiles: HTMLPart {
    let insights: Statistics.InsightsResponse

    var html: HTML {
        element("div", ["class": "columns thirds", "data-fragment": "tiles"]) {
            streak
            win
            behind
        }
    }

    private func tile(
        _ title: String, _ value: String, _ name: String? = nil, _ note: String
    ) -> HTML {
        element("div", ["class": "card"]) {
            element("div", ["class": "tile"]) {
                element("span") { title }
                element("span", ["class": name]) { value }
                element("span") { note }
            }
        }
    }

    private var streak: HTML {
        guard let streak = insights.streakBoard.first else {
            return tile("Longest current streak", "None", "complete an activity to begin")
        }
        return tile(
            "Longest current streak", NumberText.streak(streak.current, streak.unit), streak.name)
    }

    private func tile(_ title: String, _ value: String, _ note: String) -> HTML {
        tile(title, value, nil, note)
    }

    private var win: HTML {
        guard let win = insights.wins.first(where: { $0.verdict == "win" }) else {
            return tile("Largest win", "None", "in the last seven days")
        }
        return tile("Largest win", win.changeText, "good", "\(win.name), \(win.meansText)")
    }

    private var behind: HTML {
        guard !insights.behind.isEmpty else {
            return tile("Behind schedule", "None", "good", "in the last seven days")
        }
        return tile(
            "Behind schedule", "\(insights.behind.count)", "bad",
            insights.behind.map(\.name).joined(separator: ", "))
    }
}
