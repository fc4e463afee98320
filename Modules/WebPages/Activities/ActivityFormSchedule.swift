import Texts
import Tracker

/// The part of the form that says when an activity is due.
struct ActivityFormSchedule {
    let inputs: FormInputs

    private static let kinds = [
        ("daily", "Daily"), ("weekly", "Weekly"), ("monthly", "Monthly"), ("every", "Every n"),
        ("times", "n times"),
        ("sticky", "Until done"), ("adhoc", "On one day"), ("rule", "Rule"),
    ]

    var html: HTML {
        element("section", ["class": "card", "aria-labelledby": "schedule"]) {
            element("h2", ["id": "schedule"]) { "Schedule" }
            element("fieldset") {
                element("legend", ["class": "soft small"]) { "Repeats" }
                element("div", ["class": "segments"]) {
                    for (value, title) in Self.kinds {
                        element("label") {
                            inputs.choice("schedule", value)
                            title
                        }
                    }
                }
            }
            inputs.fieldset(
                "Weekdays, for Weekly and Every n weeks", "weekdays",
                shown: "schedule-weekly schedule-every+everyUnit-week"
            ) {
                element("div", ["class": "row"]) {
                    for day in TextLocale.current?.weekdays ?? Array(1...7) {
                        inputs.box(
                            String(Schedule.weekdayName(day).prefix(3)), "weekday-\(day)")
                    }
                }
            }
            element("div", ["class": "fields"]) {
                inputs.text(
                    "Days of the month", "monthDays", hint: "For Monthly, such as 1, 15.",
                    shown: "schedule-monthly")
                inputs.text(
                    "Every", "every", mode: "numeric", hint: "For Every n, such as 2.",
                    shown: "schedule-every")
                inputs.select(
                    "Days or weeks", "everyUnit", [("day", "days"), ("week", "weeks")],
                    shown: "schedule-every")
                inputs.text(
                    "Times", "times", mode: "numeric", hint: "For n times, on any days.",
                    shown: "schedule-times")
                inputs.select(
                    "Times in", "timesPer", [("week", "a week"), ("month", "a month")],
                    shown: "schedule-times")
                inputs.text(
                    "Day", "day", type: "date", hint: "For On one day: a reminder.",
                    shown: "schedule-adhoc")
                inputs.text(
                    "Rule", "rule", hint: "For Rule: of RFC 5545, such as FREQ=DAILY.",
                    shown: "schedule-rule")
            }
            inputs.fieldset("Parts of the day", "slots") {
                element("div", ["class": "row"]) {
                    for slot in Slot.allCases {
                        inputs.box(slot.heading, "slot-\(slot.rawValue)")
                    }
                }
            }
            element("div", ["class": "fields"]) {
                inputs.text("From hour", "start", mode: "numeric", hint: "The planned time of day.")
                inputs.text("To hour", "end", mode: "numeric")
            }
            inputs.box("Carry over until done", "carryForward", isSwitch: true)
        }
    }
}
