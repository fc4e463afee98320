import CivilTime
import Contracts
import RPC
import Tracker

/// The handlers of the last two weeks of all activities.
enum WeekHandlers {
    static func show(_ request: WebRequest) async throws -> WebReply {
        async let agenda = request.call(Journal.today, Journal.DayRequest())
        async let days = request.call(Statistics.recentDays, Statistics.RecentDaysRequest())
        async let toast = Toast.html(request)
        let list = try await request.call(Activities.list, Activities.ListRequest(reminders: false))
        let activities = list.activities.filter {
            $0.pausedSince == nil && !$0.isPassive && $0.type != .container
        }
        return .page(
            WeekPage(
                activities: activities, days: try await days.byActivity,
                today: try await agenda.date,
                visitor: request.visitor
            ).page(toast: await toast))
    }

    /// Logs or clears an activity on the day of the pressed button.
    static func change(_ request: WebRequest) async throws -> WebReply {
        let activity = try request.field("activity")
        // A button is a verb and a day, such as `log 2026-11-22`.
        let words = try request.field("cell").split(separator: " ")
        guard words.count == 2, let day = CivilDate(words[1]) else {
            throw Status(.invalidArgument, "The form has no day.")
        }
        switch words[0] {
        case "log":
            _ = try await request.call(
                Journal.log, Journal.LogRequest(activity: activity, on: day))
        case "clear":
            let entries = try await request.call(
                Entries.list, Entries.ListRequest(activity: activity, from: day, to: day))
            for entry in entries.entries {
                // Each entry is a change of its own, so the key of the form does not fit.
                _ = try await request.withoutKey.call(
                    Entries.delete, Entries.EntryRequest(id: entry.id))
            }
        default: throw Status(.invalidArgument, "There is no action \"\(words[0])\".")
        }
        return .redirect("/week?done=1")
    }
}

/// A table of the activities and the last days, with a button in each cell.
struct WeekPage {
    let activities: [Activities.Item]
    /// The days of the heat maps.
    let days: [Activity.ID: [Statistics.HeatDay]]
    let today: CivilDate
    let visitor: Visitor

    private static let dayCount = 14

    func page(toast: HTML) -> Page {
        Page(
            "Two weeks", in: .activities, topics: [.entries, .activities], toast: toast,
            content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            "Two weeks", crumbs: [("Activities", "/activities")],
            lead: """
                A press completes an activity on a day or clears the day. Amounts are logged \
                on the page of their day.
                """)
        element("div", ["data-fragment": "week"]) {
            if activities.isEmpty {
                emptyCard("No activity yet", links: [("New activity", "/activities/new")])
            } else {
                taggedElement("div", ["id": "week-forms"]) {
                    for item in activities { rowForm(item) }
                }
                element("section", ["class": "card", "aria-label": "Activities by day"]) {
                    table
                    legend
                }
            }
        }
    }

    private func rowForm(_ item: Activities.Item) -> HTML {
        // The buttons of a row refer to the form of the row, which a table cannot contain.
        element(
            "form",
            [
                "method": "post", "action": "/week", "id": "week-\(item.id)", "data-enhance": "",
                "data-queue": "\(item.name), changed",
            ]
        ) {
            formToken(visitor)
            FormKey.field
            hidden("activity", item.id.rawValue)
        }
    }

    private var table: HTML {
        // The current day comes first, so that a narrow screen shows it.
        let dates = (0..<Self.dayCount).map { today.advanced(by: -$0) }
        return ActivityParts.table(
            "Two weeks", [.text("Activity")] + dates.map(heading),
            activities.map { item in
                let levels = Dictionary(
                    (days[item.id] ?? []).map { ($0.date, $0) },
                    uniquingKeysWith: { first, _ in first })
                return [name(item)]
                    + dates.map { cell(item, $0, levels[$0]) }
            }, class: "table sets days", areRowsTagged: true)
    }

    private func name(_ item: Activities.Item) -> HTML {
        element("div", ["class": "crumbs"]) {
            anchor(item.name, to: "/activities/\(item.id)", id: "open-\(item.id)")
        }
    }

    private func heading(_ day: CivilDate) -> HTML {
        element("time", ["datetime": "\(day)"]) {
            "\(day.weekdayName.prefix(2)) \(day.components.day)"
        }
    }

    /// The states of a day. Raw values are the levels of a heat map and ends of classes.
    private enum State: String, CaseIterable {
        case done = "full"
        case part = "partial"
        case skipped, vacation
        case open = "none"

        var words: String {
            switch self {
            case .done: "done"
            case .part: "done in part"
            case .open: "not done"
            case .skipped, .vacation: rawValue
            }
        }

        /// A circle with a sign that differs by its form, not only by its colour.
        var mark: HTML {
            let sign =
                switch self {
                case .done, .open: "<path d=\"M8.5 14.5l4 4 7.5-8.5\"/>"
                case .part: "<path d=\"M14 2a12 12 0 0 1 0 24z\"/>"
                case .skipped: "<path d=\"M8.5 14h11\"/>"
                case .vacation: ""
                }
            return .markup(
                """
                <svg viewBox="0 0 28 28" aria-hidden="true"><circle cx="14" cy="14" r="12"/>\(sign)</svg>
                """)
        }
    }

    /// The marks with their words.
    private var legend: HTML {
        element("ul", ["class": "legend"]) {
            for state in State.allCases {
                element("li") {
                    element("span", ["class": "check mark-\(state.rawValue)"]) { state.mark }
                    state.words
                }
            }
        }
    }

    private func cell(
        _ item: Activities.Item, _ day: CivilDate, _ heat: Statistics.HeatDay?
    ) -> HTML {
        guard day >= item.created else { return .empty }
        let state = heat.flatMap { State(rawValue: $0.level) } ?? .open
        let label = "\(item.name), \(day.longText): \(state.words)"
        let name = "check \(Tone(color: item.color).className) mark-\(state.rawValue)"
        let isCheck = item.type == .checkbox || item.measures == .checkbox
        guard isCheck else {
            return element(
                "a",
                [
                    "class": name, "id": "cell-\(item.id)-\(day)", "href": "/day/\(day)",
                    "aria-label": label,
                ]
            ) { state.mark }
        }
        let isDone = state == .done
        return element(
            "button",
            [
                "class": name, "form": "week-\(item.id)",
                "id": "cell-\(item.id)-\(day)", "name": "cell",
                "value": "\(isDone ? "clear" : "log") \(day)",
                "aria-pressed": isDone ? "true" : "false",
                "aria-label": label,
            ]
        ) { state.mark }
    }
}
