import CivilTime
import Contracts
import Milestones
import Presentation

/// The weight log with its trend, goal and milestones.
struct WeightPage {
    let summary: WeightSummary
    /// The entries of the page, newest first.
    let entries: WeightEntries
    let visitor: Visitor
    /// The form that a service rejected; nil: none.
    var posted: FormInput?

    func page(toast: HTML) -> Page {
        var page = Page("Weight", in: .goals, content: content)
        page.topics = [.weight, .goals, .milestone, .settings]
        page.script = "picture"
        page.toast = toast
        page.celebration = summary.celebration(visitor, back: "weight")
        if posted != nil { page.status = 422 }
        return page
    }

    private func input(_ form: String) -> FormInput { .posted(posted, form) }

    @HTMLBuilder private var content: HTML {
        head
        trend
        element("div", ["class": "columns"]) {
            milestones
            WeightGoalForm(
                milestones: summary.milestones, unit: summary.unit,
                selection: entries.selection, visitor: visitor,
                input: input(WeightGoalForm.name))
        }
        log
    }

    private var head: HTML {
        pageHead(
            "Weight", crumbs: [("Goals", "/goals")], lead: .text(lead), fragment: "weight-head"
        ) {
            WeightLogForm(
                unit: summary.unit, today: summary.today, back: "weight",
                selection: entries.selection, visitor: visitor, posted: posted)
        }
    }

    private var lead: String {
        guard let last = summary.trend.days.last else {
            return "Log the first weight to see a trend."
        }
        let day = last.date == summary.today ? "today" : "on \(last.date.dayMonthAndYear)"
        return "\(WeightText.weighed(last.weight)) \(summary.unit.rawValue) \(day). "
            + "The trend is \(summary.text(last.average))."
    }

    private var trend: HTML {
        element(
            "section",
            ["class": "card", "aria-labelledby": "trend-title", "data-fragment": "weight"]
        ) {
            element("header") {
                element("h2", ["id": "trend-title"]) { "Trend" }
                if summary.hasEntries { entries.selection.ranges }
            }
            WeightTrend(summary: summary, dayCount: entries.selection.range.days)
        }
    }

    private var milestones: HTML {
        card("milestones", "Milestones") {
            if let milestones = summary.milestones {
                ProgressToMilestone(milestones: milestones).html
                MilestoneList(milestones: milestones)
                MilestoneIntervalForm(
                    milestones: milestones, selection: entries.selection, visitor: visitor,
                    input: input(MilestoneIntervalForm.name))
            } else {
                element("p", ["class": "soft"]) {
                    "Milestones lead to a goal weight. Set one first."
                }
            }
        }
    }

    private var log: HTML {
        card("weight-log", "Log") {
            let input = input("entry")
            element(
                "details",
                ["class": "fold", "id": "new-entry", "open": input.isValid ? nil : ""]
            ) {
                element("summary") { "Another day, unit or note" }
                form("/weight", visitor, class: "stack", fields: ["form": "entry"], queue: "Weight")
                {
                    entries.selection.hiddenFields
                    WeightFields(
                        id: "new", unit: summary.unit, today: summary.today, input: input)
                    buttonRow("Log", class: "button main", id: "add-entry")
                }
            }
            entries.selection.filter
            if entries.rows.isEmpty {
                element("p", ["class": "soft"]) {
                    entries.selection.isFiltered
                        ? "No weight matches the filter."
                        : "There are no weights in these days."
                }
            } else {
                WeightTable(
                    rows: entries.rows, unit: entries.unit, today: summary.today,
                    selection: entries.selection, visitor: visitor, posted: posted)
            }
            element("div", ["class": "row"]) {
                if let next = entries.next {
                    anchor("Earlier", to: entries.selection.path(before: next), class: "button")
                }
                if !entries.isNewest {
                    anchor("Newest", to: entries.selection.path(), class: "button")
                }
            }
        }
    }
}
