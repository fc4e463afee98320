import CivilTime
import Contracts
import Presentation
import Tracker

/// The cards beside the items of a day: its week, streaks at risk and reminders.
struct DayCards: HTMLPart {
    let day: Journal.DayResponse

    private var agenda: Journal.TodayResponse { day.agenda }
    /// The current day of the profile.
    private var today: CivilDate { day.today }

    var html: HTML {
        element("div", ["class": "stack"]) {
            weekCard
            atRisk
            reminders
        }
    }

    private var weekCard: HTML {
        card("week", "This week") {
            element("ul", ["class": "week"]) {
                for day in day.week where day.date <= today {
                    element("li") {
                        element(
                            "a",
                            [
                                "href": day.date == today ? "/" : "/day/\(day.date)",
                                "aria-current": day.date == agenda.date ? "date" : nil,
                            ]
                        ) { weekDay(day) }
                    }
                }
            }
            let vacations = day.week.filter { $0.level == "vacation" && $0.date <= today }
            if !vacations.isEmpty {
                smallText("Vacation: \(vacations.map(\.date.weekdayName).joined(separator: ", ")).")
            }
        }
    }

    @HTMLBuilder private func weekDay(_ day: Statistics.HeatDay) -> HTML {
        let isVacation = day.level == "vacation"
        let share = NumberText.share(day.rate ?? 0)
        element("span", ["aria-hidden": "true"]) { day.date.shortWeekdayName }
        element("svg", ["viewBox": "0 0 28 28", "aria-hidden": "true"]) {
            element(
                "circle",
                ["class": isVacation ? "vacation" : nil, "cx": "14", "cy": "14", "r": "11"])
            if let rate = day.rate, rate > 0, !isVacation {
                element(
                    "circle",
                    [
                        "class": "part-done", "cx": "14", "cy": "14", "r": "11",
                        "pathLength": "100",
                        "stroke-dasharray": "\(oneDecimal(rate * 100)) 100",
                        "transform": "rotate(-90 14 14)",
                    ])
            }
        }
        element("span", ["aria-hidden": "true"]) { "\(day.date.components.day)" }
        element("span", ["class": "visually-hidden"]) {
            "\(day.date.longText(near: today)), \(isVacation ? "vacation" : "\(share) done")"
        }
    }

    /// The longest streaks that end if their activity stays open.
    private var atRisk: HTML? {
        let rows = day.atRisk.prefix(3)
        guard !rows.isEmpty else { return nil }
        return card("at-risk", "At risk tonight") {
            element("ul", ["class": "rows"]) {
                for streak in rows {
                    element("li") {
                        element("div") {
                            activityLink(streak.id, streak.name)
                            element("p", ["class": "soft small"]) {
                                NumberText.streak(streak.current, streak.unit)
                                    + (streak.current >= streak.longest
                                        ? ", the longest so far" : ", longest \(streak.longest)")
                            }
                        }
                    }
                }
            }
        }
    }

    /// The open reminders; on the current day also without any, with a link that adds one.
    private var reminders: HTML? {
        guard !agenda.reminders.isEmpty || agenda.date == today else { return nil }
        return card("reminders", "Reminders", aside: addition) {
            if agenda.reminders.isEmpty {
                element("p", ["class": "soft"]) { "No reminder is open." }
            } else {
                reminderRows
            }
        }
    }

    private var reminderRows: HTML {
        element("ul", ["class": "rows"]) {
            for reminder in agenda.reminders {
                element("li") {
                    element("div") {
                        reminder.name
                        if let due = reminder.dueOn {
                            smallText(due == today ? "today" : "since \(due.text(near: today))")
                        }
                    }
                    ItemChange(.complete, reminder.id, nil).button(
                        class: "button quiet", id: "reminder-\(reminder.id.rawValue)",
                        label: "Done: \(reminder.name)", queue: "\(reminder.name), done"
                    ) { "Done" }
                }
            }
        }
    }

    private var addition: HTML {
        guard agenda.date == today else { return .empty }
        return anchor(
            "Add", to: "/activities/new?schedule=sticky", class: "button quiet small",
            id: "reminder-add", label: "Add a reminder")
    }
}
