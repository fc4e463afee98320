import Contracts
import Tracker

/// The form of the reminders of a category.
struct CategoryRemindersForm: HTMLPart {
    let category: Categories.Item
    /// The path that the form posts to.
    let path: String
    /// The form as typed if it was refused.
    let input: FormInput
    let visitor: Visitor

    private static let frequencies: [ReminderPlan.Frequency] = [
        .daily, .weekly, .custom, .monthly, .once,
    ]

    private var stored: CategoryReminders { CategoryReminders(category) }

    var html: HTML {
        form(path, visitor, class: "stack") {
            Revision.input(input.typed(Revision.field) ?? stored.revision)
            input.note
            element("p", ["class": "soft"]) {
                "Reminders are about the open activities of the category."
            }
            active
            text("Times", "times", hint: "Such as 08:00, 21:30. Empty: no reminder.")
            element("div", ["class": "fields"]) {
                SelectField(
                    label: "Repeats", id: "reminders-frequency", name: "frequency",
                    options: Self.frequencies.map { ($0.rawValue, CategoryReminders.title($0)) },
                    selected: stored.values["frequency"], input: input)
                text(
                    "Days between reminders", "everyDays", mode: "numeric",
                    hint: "For Every few days, such as 3.")
            }
            weekdays
            element("div", ["class": "fields"]) {
                text(
                    "First day", "start", type: "date",
                    hint: "The day of Once, and the day of the month of Monthly.")
                text("Last day", "end", type: "date", hint: "Empty: no last day.")
            }
            buttonRow("Save", class: "button main", id: "reminders-save")
        }
    }

    private func text(
        _ label: String, _ name: String, type: String = "text", mode: String? = nil, hint: String
    ) -> HTML {
        InputField(
            label, id: "reminders-\(name)", name: name, value: stored.values[name], type: type,
            inputMode: mode, hint: hint, in: input
        ).html
    }

    private var weekdays: HTML {
        WeekdayBoxes(id: "reminders", legend: "Weekdays, for On weekdays. None: every day.") {
            isChecked(WeekdayBoxes.name($0))
        }.html
    }

    private var active: HTML {
        checkBox(id: "reminders-active", name: "active", isChecked: isChecked("active")) {
            "Send reminders"
        }
    }

    private func isChecked(_ name: String) -> Bool {
        // A posted form has no field for an empty box.
        let isPosted = input.typed("frequency") != nil
        return isPosted ? input.typed(name) != nil : stored.values[name] != nil
    }
}
