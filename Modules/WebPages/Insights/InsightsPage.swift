import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// The streaks, changes, rates and latest answers of the last seven days.
struct InsightsPage {
    let insights: Statistics.InsightsResponse
    /// The values of the last 30 days of each win, oldest first.
    let values: [Activity.ID: [Double?]]
    let visitor: Visitor
    /// The pairs that move together; nil: not asked for.
    var associations: Result<Insights.AssociationsResponse, Status>?
    /// The form that a service rejected; nil: none.
    var posted: FormInput?

    func page(toast: HTML) -> Page {
        Page(
            "Insights", in: .insights, status: posted == nil ? 200 : 422,
            topics: [.entries, .activities, .goals, .health, .settings], toast: toast,
            content: content)
    }

    private var encouragement: EncouragementCard {
        EncouragementCard(encouragement: insights.encouragement)
    }

    private var isEmpty: Bool {
        insights.streakBoard.isEmpty && insights.behind.isEmpty && insights.wins.isEmpty
            && insights.scorecards.isEmpty && insights.responses.isEmpty
            && insights.annotations.isEmpty && encouragement.isEmpty
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Insights",
            lead: isEmpty ? nil : "The last seven days, compared with the seven days before.",
            fragment: "insights-head"
        ) {
            anchor("Report", to: "/report", class: "button", id: "insights-report")
        }
        if isEmpty, posted == nil {
            empty
            AssociationsCard(associations: associations)
        } else {
            cards
        }
    }

    private var empty: HTML {
        emptyCard(
            "No insights yet", "Insights compare the entries of days. Log some activities first.",
            fragment: "tiles", links: [("Today", "/"), ("Add an activity", "/activities/new")])
    }

    @HTMLBuilder private var cards: HTML {
        InsightTiles(insights: insights)
        element("div", ["class": "columns", "data-fragment": "cards"]) {
            element("div", ["class": "stack"]) {
                streaks
                encouragement.html
                answers
            }
            element("div", ["class": "stack"]) {
                behind
                wins
                AnnotationsCard(
                    annotations: insights.annotations, today: insights.date, visitor: visitor,
                    input: posted ?? FormInput(AnnotationsCard.form))
            }
        }
        ScorecardCards(scorecards: insights.scorecards).html
        AssociationsCard(associations: associations)
    }

    private var streaks: HTML {
        card("streaks", "Streaks") {
            if insights.streakBoard.isEmpty {
                element("p", ["class": "soft"]) { "No activity has a current streak." }
            } else {
                StreakRows(streaks: insights.streakBoard)
            }
            element("div", ["class": "row"]) {
                anchor("All streaks", to: "/streaks", class: "button")
            }
        }
    }

    private var behind: HTML {
        card("behind", "Behind schedule") {
            if insights.behind.isEmpty {
                element("p", ["class": "soft"]) { "Every activity is at half of its days or more." }
            } else {
                element("ul", ["class": "rows"]) {
                    for activity in insights.behind { row(activity) }
                }
            }
        }
    }

    private func row(_ activity: Statistics.LaggingActivity) -> HTML {
        let share = NumberText.share(activity.rate)
        return element("li") {
            element("div") {
                activityLink(activity.id, activity.name)
                element("p", ["class": "soft small"]) {
                    "of the last seven days. "
                    anchor(
                        "Why", to: "/activities/\(activity.id.rawValue)/explain",
                        label: "Why: \(activity.name)")
                }
            }
            element("span", ["class": activity.severe ? "result bad" : "result warn"]) { share }
            shareBar(
                activity.rate, "\(activity.name): \(share)", activity.severe ? .red : .orange,
                isWide: true)
        }
    }

    private var wins: HTML {
        card("wins", "Wins and losses") {
            if insights.wins.isEmpty {
                element("p", ["class": "soft"]) { "No values changed between both weeks." }
            } else {
                element("ul", ["class": "rows thirds"]) { for win in insights.wins { row(win) } }
            }
        }
    }

    private func row(_ win: Statistics.Win) -> HTML {
        element("li") {
            element("div") {
                activityLink(win.id, win.name)
                smallText(
                    [win.meansText, win.verdictText].compactMap(\.self).joined(separator: ", "))
            }
            element("div", ["class": "row"]) {
                ValueSpark(name: win.name, values: values[win.id] ?? []).html
                element(
                    "span",
                    ["class": win.className.isEmpty ? "result" : "result \(win.className)"]
                ) { win.changeText }
            }
        }
    }

    private var answers: HTML? {
        guard !insights.responses.isEmpty else { return nil }
        return card("answers", "Latest answers") {
            element("ul", ["class": "rows"]) { for answer in insights.responses { row(answer) } }
        }
    }

    private func row(_ answer: Statistics.LatestAnswer) -> HTML {
        let value = answer.value.map { NumberText.entered($0, answer.unit) } ?? answer.text ?? ""
        return element("li") {
            element("div") {
                activityLink(answer.id, answer.name)
                element("p", ["class": "soft small"]) {
                    answer.date == insights.date ? "today" : answer.date.dayMonthAndYear
                }
            }
            element("span", ["class": "result"]) { value }
            if let progress = answer.progress {
                shareBar(progress, "\(answer.name): \(value)", isWide: true)
            }
        }
    }
}
