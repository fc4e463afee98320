import Contracts
import Presentation
import Tracker

/// One goal: its progress, its linked activities and metrics, and its forms.
struct GoalPage {
    let goal: Goals.Goal
    let activities: [Activities.Item]
    let visitor: Visitor
    /// The form that a service rejected; nil: none.
    var posted: FormInput?

    private var links: ActivityLinks { ActivityLinks(activities) }

    func page(toast: HTML) -> Page {
        Page(
            goal.title, in: .goals, status: posted == nil ? 200 : 422,
            topics: [.goals, .entries, .activities], toast: toast, content: content)
    }

    private func input(_ form: String) -> FormInput { .posted(posted, form) }

    @HTMLBuilder private var content: HTML {
        head
        tiles
        element("div", ["class": "columns"]) {
            linkedActivities
            metrics
        }
        element("div", ["class": "columns"]) {
            GoalLinkForm(
                goal: goal, activities: activities, visitor: visitor, input: input("link"))
            edit
        }
    }

    @HTMLBuilder private var lead: HTML {
        if let deadline = goal.deadline {
            "Deadline \(deadline.dayMonthAndYear), "
            element("span", ["class": goal.deadlineClass]) { "\(goal.deadlineText)." }
        } else {
            "No deadline."
        }
        if let reason = goal.pauseText { " \(reason)" }
    }

    private var head: HTML {
        pageHead(goal.title, crumbs: [("Goals", "/goals")], lead: lead, fragment: "goal-head") {
            element("div", ["class": "row"]) {
                goal.pauseForm(visitor, back: "goal")
                element("details", ["class": "menu", "id": "goal-menu"]) {
                    element(
                        "summary", ["class": "button square", "aria-label": "More actions"]
                    ) { "…" }
                    element("div", ["class": "sheet"]) {
                        form("\(goal.path)/delete", visitor) {
                            button("Delete", class: "button bad", id: "delete-goal")
                        }
                    }
                }
            }
        }
    }

    private var tiles: HTML {
        element(
            "section", ["class": "card", "aria-label": "Progress", "data-fragment": "tiles"]
        ) {
            element("ul", ["class": "tiles"]) {
                element("li", ["class": "tile"]) {
                    element("span") { "Consistency, 14 days" }
                    element("span") { NumberText.share(goal.consistency) }
                    element("span") {
                        goal.activities.isEmpty
                            ? "no activity is linked" : "by the weight of each activity"
                    }
                }
                for metric in goal.metrics {
                    element("li", ["class": "tile"]) {
                        element("span") { metric.activity }
                        element("span") {
                            metric.latest.map { NumberText.entered($0, metric.unit) } ?? "no value"
                        }
                        element("span") { range(of: metric) }
                    }
                }
            }
        }
    }

    private func range(of metric: Goals.Metric) -> String {
        [
            metric.baseline.map { "\(NumberText.entered($0)) at the start" },
            metric.target.map { "target \(NumberText.entered($0))" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private var linkedActivities: HTML {
        card("goal-activities", "Activities") {
            if goal.activities.isEmpty {
                element("p", ["class": "soft"]) { "No activity counts for this goal yet." }
            } else {
                element("ul", ["class": "rows"]) {
                    for activity in goal.activities {
                        element("li") {
                            element("div") {
                                links.html(activity.activity)
                                smallText("weight \(NumberText.entered(activity.weight))")
                                MarkDots(activity: activity.activity, days: activity.days).html
                            }
                            element("div", ["class": "row"]) {
                                rate(of: activity)
                                unlinkForm(activity.activity)
                            }
                        }
                    }
                }
            }
        }
    }

    private func rate(of activity: Goals.Contributor) -> HTML {
        element("span", ["class": "result"]) {
            activity.expected > 0 ? NumberText.share(activity.rate) : "not due"
        }
    }

    private var metrics: HTML {
        card("goal-metrics", "Measurements") {
            if goal.metrics.isEmpty {
                element("p", ["class": "soft"]) { "No activity measures this goal yet." }
            } else {
                element("ul", ["class": "rows"]) {
                    for metric in goal.metrics {
                        element("li") {
                            element("div") {
                                links.html(metric.activity)
                                element("p", ["class": "soft small"]) { description(of: metric) }
                            }
                            element("div", ["class": "row"]) {
                                element("span", ["class": "result"]) {
                                    NumberText.share(metric.progress)
                                }
                                unlinkForm(metric.activity)
                            }
                            if let share = metric.progress {
                                shareBar(share, metric.progressLabel(share), isWide: true)
                            }
                        }
                    }
                }
            }
        }
    }

    private func description(of metric: Goals.Metric) -> String {
        let from = metric.baseline.map { "from \(NumberText.entered($0))" }
        let to = metric.target.map { "to \(NumberText.entered($0, metric.unit))" }
        let way = [metric.direction?.rawValue, from, to].compactMap(\.self).joined(separator: " ")
        let parts = [way.isEmpty ? nil : way, metric.averageText].compactMap(\.self)
        return parts.isEmpty ? "no start and no target" : parts.joined(separator: "; ")
    }

    private func unlinkForm(_ activity: String) -> HTML {
        let reference = links.reference(activity)
        return form("\(goal.path)/unlink", visitor, fields: ["activity": reference]) {
            button(
                "Unlink", class: "button quiet", id: "unlink-\(reference)",
                label: "Unlink \(activity)")
        }
    }

    private var edit: HTML {
        let input = input("edit")
        return card("goal-edit", "Edit") {
            form(goal.path, visitor, class: "stack") {
                Revision.input(input.typed(Revision.field) ?? goal.revision)
                input.note
                InputField(
                    "Title", id: "f-title", name: "title", value: goal.title, isRequired: true,
                    in: input)
                element("div", ["class": "fields"]) {
                    InputField(
                        "Deadline", id: "f-deadline", name: "deadline",
                        value: goal.deadline.map { "\($0)" }, type: "date",
                        hint: "Empty for no deadline.", in: input)
                }
                buttonRow("Save", id: "save-goal")
            }
        }
    }
}
