import Contracts
import Tracker

/// The reminder times of an activity: those to do the activity, and those to log it.
struct ActivityTimesPage {
    /// The purpose of reminders. Each kind has times and a form of its own.
    enum Kind: String, CaseIterable {
        case doing, logging

        fileprivate var heading: String {
            self == .doing ? "Reminders to do the activity" : "Reminders to log the activity"
        }
    }

    /// The times of one kind with their weekdays.
    struct Reminders: Equatable {
        /// The times as `HH:MM`; empty: none.
        let times: [String]
        /// The ISO weekdays on which they are sent, ascending; empty: every day.
        let weekdays: [Int]

        init(_ stored: Notifications.ActivityTimes?) {
            times = stored?.times ?? []
            weekdays = stored?.weekdays ?? []
        }

        init(_ fields: [String: String]) {
            times = timeTexts(fields["times"])
            weekdays = WeekdayBoxes.checked(in: fields)
        }

        var timeText: String { times.joined(separator: ", ") }
        /// `Monday, Wednesday`; empty: every day.
        var weekdayText: String {
            weekdays.map(Schedule.weekdayName).joined(separator: ", ")
        }

        /// The state of the stored reminders.
        var revision: String { Revision.of(times + weekdays.map(WeekdayBoxes.name)) }

        /// The fields that differ from those of the stored reminders.
        func differences(from stored: Self) -> [(label: String, saved: String, typed: String)] {
            [
                ("Times", stored.timeText, timeText),
                ("Weekdays", stored.weekdayText, weekdayText),
            ].filter { $0.1 != $0.2 }
        }
    }

    let item: Activities.Item
    /// The reminder times of all activities.
    let all: [Notifications.ActivityTimes]
    /// The form as typed if it was refused.
    let posted: FormInput?
    let visitor: Visitor

    static func path(of id: String) -> String { "/activities/\(id)/reminders" }

    private var path: String { Self.path(of: item.id.rawValue) }

    /// The stored reminders of a kind.
    func reminders(_ kind: Kind) -> Reminders {
        Reminders(all.first { $0.id == item.id && $0.isForLogging == (kind == .logging) })
    }

    func page(toast: HTML) -> Page {
        Page(
            "Reminder times of \(item.name)", in: .activities,
            status: posted?.isValid == false ? 422 : 200, topics: [.settings, .activities],
            toast: toast, content: content)
    }

    private var content: HTML {
        element("div", ["class": "stack narrow-page", "data-fragment": "activity-times"]) {
            pageHead(
                "Reminder times",
                crumbs: [("Activities", "/activities"), (item.name, "/activities/\(item.id)")],
                lead:
                    "Reminders are sent while the activity is due and open, on every channel of the profile."
            )
            for kind in Kind.allCases {
                card("times-\(kind.rawValue)", kind.heading, isFragment: false) { fields(kind) }
            }
            element("p") {
                anchor("Channels and what is sent next", to: NotificationRoutes.path)
            }
        }
    }

    private func fields(_ kind: Kind) -> HTML {
        let input = FormInput.posted(posted, kind.rawValue)
        let stored = reminders(kind)
        // A posted form has no field for an empty box.
        let isPosted = input.typed("times") != nil
        return form(path, visitor, class: "stack", fields: ["kind": kind.rawValue]) {
            Revision.input(input.typed(Revision.field) ?? stored.revision)
            input.note
            InputField(
                "Times", id: "times-\(kind.rawValue)", name: "times",
                value: stored.timeText,
                hint: "Such as 08:00, 21:30. Empty: no reminder.", in: input)
            WeekdayBoxes(id: "times-\(kind.rawValue)", legend: "Weekdays. None: every day.") {
                isPosted
                    ? input.typed(WeekdayBoxes.name($0)) != nil : stored.weekdays.contains($0)
            }.html
            buttonRow("Save", class: "button main", id: "times-save-\(kind.rawValue)")
        }
    }
}
