import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// The agenda of a day: what is open by part of the day, what is done and what is skipped.
struct DayPage {
    let day: Journal.DayResponse
    let visitor: Visitor
    /// True if items show buttons that move them instead of the skip sheet.
    let isReordering: Bool
    /// The amount of an item that was refused; nil: none.
    let refused: (change: ItemChange, input: FormInput)?
    /// The open items of all parts of the day.
    private let open: [Journal.Item]

    init(
        day: Journal.DayResponse, visitor: Visitor, isReordering: Bool,
        refused: (change: ItemChange, input: FormInput)?
    ) {
        self.day = day
        self.visitor = visitor
        self.isReordering = isReordering
        self.refused = refused
        open = day.agenda.slots.flatMap(\.items)
    }

    private var agenda: Journal.TodayResponse { day.agenda }
    /// The current day of the profile.
    private var today: CivilDate { day.today }
    private var isToday: Bool { agenda.date == today }
    private var count: Int { open.count + agenda.completed.count }

    func page(toast: HTML) -> Page {
        var page = Page(agenda.date.longText(near: today), in: .today, content: content)
        page.topics = [.entries, .activities, .goals, .milestone, .settings]
        page.script = "today"
        page.day = "\(agenda.date)"
        page.toast = toast
        return page
    }

    @HTMLBuilder private var content: HTML {
        head
        if !isToday {
            element("div", ["class": "note", "data-fragment": "past"]) {
                element("p") {
                    element("strong") {
                        agenda.date < today ? "This day is over." : "This day is to come."
                    }
                    " Changes count for \(agenda.date.weekdayName). Streaks and rates are computed again."
                }
            }
        }
        if agenda.isEmpty { empty } else { lists }
        // A fragment, since the paths of the forms change with the day.
        element("div", ["data-fragment": "day-forms"]) {
            ItemChange.form(agenda.date, visitor)
            SkipForm(day: agenda.date, visitor: visitor).dialog
        }
    }

    private var head: HTML {
        element("div", ["class": "stack", "data-fragment": "day-head"]) {
            element("div", ["class": "page-head fixed"]) {
                element("div") {
                    element("h1") { agenda.date.longText(near: today) }
                    if agenda.vacation { element("p", ["class": "soft"]) { "A vacation day" } }
                }
                if count > 0 { ring(done: agenda.completed.count, of: count) }
            }
            if !agenda.isEmpty { DayStrip(day: day).html }
            element("div", ["class": "row tools"]) {
                neighbour(agenda.date.advanced(by: -1), "prev", "‹")
                if agenda.date < today { neighbour(agenda.date.advanced(by: 1), "next", "›") }
                element("details", ["class": "menu", "id": "pick-day"]) {
                    element("summary", ["class": "button quiet"]) { "Pick a day" }
                    element("form", ["class": "sheet", "method": "get", "action": "/day"]) {
                        labelled("Day", for: "f-date") {
                            element(
                                "input",
                                [
                                    "id": "f-date", "name": "date", "type": "date",
                                    "value": "\(agenda.date)",
                                ])
                        }
                        button("Show", class: "button main")
                    }
                }
                if open.count > 1 {
                    anchor(
                        isReordering ? "Finish reordering" : "Reorder",
                        to: isReordering ? path : "\(path)?order=1", class: "button quiet")
                }
                element(
                    "button",
                    [
                        "class": "button quiet js-only only-wide-button", "type": "button",
                        "popovertarget": "keys",
                    ]
                ) {
                    "Keys "
                    element("kbd") { "?" }
                }
            }
        }
    }

    private var path: String { isToday ? "/" : "/day/\(agenda.date)" }

    private func neighbour(_ day: CivilDate, _ relation: String, _ arrow: String) -> HTML {
        arrowButton(
            arrow, to: day == today ? "/" : "/day/\(day)", rel: relation,
            label: day.longText(near: today))
    }

    private var empty: HTML {
        element(
            "section",
            ["class": "card empty", "aria-labelledby": "empty-title", "data-fragment": "day"]
        ) {
            Drawing.line
            element("h2", ["id": "empty-title"]) {
                isToday ? "Nothing is due today" : "Nothing was due"
            }
            element("p") { "Add an activity that repeats, or start with a template." }
            element("div", ["class": "row"]) {
                anchor("Add an activity", to: "/activities/new", class: "button main")
                anchor("Templates", to: "/welcome", class: "button")
            }
        }
    }

    private var lists: HTML {
        element("div", ["class": "with-aside"]) {
            element("div", ["class": "stack wide"]) {
                let carried = open.filter { $0.dueFrom != nil }
                if !carried.isEmpty {
                    part("carried", "Carried over", "open until done or skipped", nil, carried)
                }
                for section in agenda.slots {
                    let items = section.items.filter { $0.dueFrom == nil }
                    if !items.isEmpty {
                        let done = agenda.completed.filter { $0.slot == section.slot }.count
                        part(
                            section.slot.rawValue, section.slot.heading,
                            "\(done) of \(done + items.count)", section.slot, items)
                    }
                }
                if open.isEmpty { allDone }
                if !agenda.optional.isEmpty {
                    part(
                        "optional", "Optional", "any day of the week or month", nil,
                        agenda.optional)
                }
                done
                skipped
            }
            DayCards(day: day)
        }
    }

    private var allDone: HTML {
        element(
            "section",
            ["class": "card empty", "aria-labelledby": "done-title", "data-fragment": "all-done"]
        ) {
            Drawing.sun
            element("h2", ["id": "done-title"]) {
                agenda.allSkipped
                    ? "Everything is skipped" : "All \(agenda.completed.count) are done"
            }
        }
    }

    /// A part of the day; folded if it begins later than now.
    private func part(
        _ name: String, _ heading: String, _ note: String, _ slot: Slot?, _ items: [Journal.Item]
    ) -> HTML {
        let rows = element("ul", ["class": "items"]) {
            for (index, item) in items.enumerated() {
                ItemRow(
                    item: item, day: agenda.date, visitor: visitor, isReordering: isReordering,
                    input: input(of: item),
                    neighbours: (
                        items[..<index].last { $0.id != item.id }?.id,
                        items[index...].first { $0.id != item.id }?.id
                    ))
            }
        }
        let start = slot.flatMap(laterStart)
        return taggedElement(
            "section",
            [
                "class": start == nil ? "part" : nil, "aria-labelledby": "part-\(name)",
                "data-fragment": "part-\(name)",
            ]
        ) {
            if let start {
                element(
                    "details",
                    [
                        "class": "card fold", "id": "fold-\(name)",
                        "open": items.allSatisfy { input(of: $0).isValid } ? nil : "",
                    ]
                ) {
                    element("summary") {
                        element("h2", ["id": "part-\(name)"]) { heading }
                        element("span", ["class": "soft small"]) { "\(items.count) from \(start)" }
                    }
                    rows
                }
            } else {
                element("header") {
                    if let slot, slot != .allDay {
                        element(
                            "span",
                            ["class": "part-dot tone-\(slot.rawValue)", "aria-hidden": "true"])
                    }
                    element("h2", ["id": "part-\(name)"]) { heading }
                    element("span") { note }
                }
                rows
            }
        }
    }

    /// The form of the amount of an item.
    private func input(of item: Journal.Item) -> FormInput {
        guard let refused, refused.change.text == ItemChange(.add, item.id, item.slot).text else {
            return FormInput("amount")
        }
        return refused.input
    }

    /// The time at which an afternoon or evening begins, if it is later than now.
    private func laterStart(_ slot: Slot) -> String? {
        guard isToday, !isReordering, let part = DayPartReminder(rawValue: slot.rawValue),
            part != .morning, let now = DayStrip.minute(day.now)
        else { return nil }
        let start = day.parts.start(of: part)
        return now < start ? TimeText.clock(DayPartReminderSetting.text(minute: start)) : nil
    }

    private var done: HTML? {
        fold("done", "Done", agenda.completed) { item in
            let value = item.value.map { NumberText.entered($0, item.unit) } ?? item.slot.heading
            return FoldedRowTexts(
                detail: value, button: "Clear", label: "Clear \(item.name)",
                queue: "\(item.name), cleared")
        }
    }

    private var skipped: HTML? {
        fold("skipped", "Skipped", agenda.skipped) { item in
            FoldedRowTexts(
                detail: item.skipReason ?? "without a reason", button: "Open again",
                label: "Open \(item.name) again", queue: "\(item.name), open again")
        }
    }

    /// The texts of a row of done or skipped items.
    private struct FoldedRowTexts {
        /// The value, or the reason of the skip.
        var detail: String
        /// The text of the button.
        var button: String
        /// The accessible name of the button.
        var label: String
        /// The change in the list of changes that wait to be sent.
        var queue: String
    }

    private func fold(
        _ name: String, _ heading: String, _ items: [Journal.Item],
        _ texts: (Journal.Item) -> FoldedRowTexts
    ) -> HTML? {
        guard !items.isEmpty else { return nil }
        return taggedElement(
            "section", ["aria-labelledby": "part-\(name)", "data-fragment": "part-\(name)"]
        ) {
            element(
                "details",
                ["class": "card fold", "id": "fold-\(name)", "open": isToday ? nil : ""]
            ) {
                element("summary") {
                    element("h2", ["id": "part-\(name)"]) { heading }
                    element("span", ["class": "soft small"]) { "\(items.count)" }
                }
                element("ul", ["class": "rows"]) {
                    for item in items {
                        let text = texts(item)
                        let place = "\(item.id.rawValue)-\(item.slot.rawValue)"
                        taggedElement("li", ["id": "\(name)-\(place)"]) {
                            element("div") {
                                anchor(item.name, to: "/activities/\(item.id.rawValue)")
                                element("p", ["class": "soft small"]) { text.detail }
                            }
                            ItemChange(.clear, item.id, item.slot).button(
                                class: "button quiet",
                                id: "clear-\(place)",
                                label: text.label, queue: text.queue
                            ) { text.button }
                        }
                    }
                }
            }
        }
    }
}

extension Slot {
    /// The heading of the part of the day.
    var heading: String {
        self == .allDay ? "All day" : rawValue.prefix(1).uppercased() + rawValue.dropFirst()
    }
}
