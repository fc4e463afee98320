import CivilTime
import Contracts
import Presentation
import Tracker

/// One open item of a day: its check, amounts, skip sheet or order.
struct ItemRow: HTMLPart {
    let item: Journal.Item
    let day: CivilDate
    let visitor: Visitor
    let isReordering: Bool
    /// The form of the amount, as typed with its problem if it was refused.
    let input: FormInput
    /// The other activities directly before and after the item on the page; nil: none.
    let neighbours: (before: Activity.ID?, after: Activity.ID?)

    /// Unique on the page: an item with several sessions has a row for each.
    private let id: String
    private let tone: String

    init(
        item: Journal.Item, day: CivilDate, visitor: Visitor, isReordering: Bool,
        input: FormInput, neighbours: (before: Activity.ID?, after: Activity.ID?)
    ) {
        self.item = item
        self.day = day
        self.visitor = visitor
        self.isReordering = isReordering
        self.input = input
        self.neighbours = neighbours
        id = "\(item.id.rawValue)-\(item.slot.rawValue)"
        tone = Tone(color: item.color).className
    }

    private var needsText: Bool { item.type == .answer || item.measures == .notes }
    /// True if the item is done or not, without an amount.
    private var isTick: Bool { item.type == .checkbox || item.measures == .checkbox }
    /// True if a tap on the check completes the item without an amount.
    private var isCheckable: Bool {
        isTick || item.type == .cumulative && item.target != nil
    }

    var html: HTML {
        taggedElement(
            "li",
            [
                "class": isReordering ? "item movable" : "item", "id": "item-\(id)",
                "data-activity": item.id.rawValue,
                "data-state": item.state,
            ]
        ) {
            check
            element("div", ["class": "item-text"]) {
                anchor(item.name, to: "/activities/\(item.id.rawValue)")
                detail
            }
            if isReordering { order } else { skipLink }
            bar
            if item.measures == .photo {
                addPhoto
            } else if !isTick, item.type != .container {
                quickAdd
            }
        }
    }

    private var check: HTML {
        guard isCheckable else {
            return element("span", ["class": "check automatic", "aria-hidden": "true"]) {
                Self.circle
            }
        }
        return ItemChange(.complete, item.id, item.slot).button(
            class: "check \(tone)", id: "check-\(id)", label: "Done: \(item.name)",
            queue: "\(item.name), done", isPressed: false
        ) { Self.checkMark }
    }

    private static let circle = HTML.markup(
        #"<svg viewBox="0 0 28 28" aria-hidden="true"><circle cx="14" cy="14" r="12"/></svg>"#)
    private static let checkMark = HTML.markup(
        """
        <svg viewBox="0 0 28 28" aria-hidden="true"><circle cx="14" cy="14" r="12"/>\
        <path d="M8.5 14.5l4 4 7.5-8.5"/></svg>
        """)

    private var detail: HTML? {
        if let due = item.dueFrom {
            return element("p") {
                element("span", ["class": "warn"]) { "from \(due.longText(near: day))" }
                ", counts for that day"
            }
        }
        if !item.children.isEmpty {
            let done = item.children.filter { $0.state == "completed" }.count
            return element("p") { "\(done) of \(item.children.count) done" }
        }
        return amount.map { text in element("p") { text } }
    }

    private var amount: String? { item.progressText ?? item.unit }

    private var bar: HTML? {
        guard let target = item.period?.needed ?? item.target, target > 0,
            item.type != .checkbox || item.period != nil
        else { return nil }
        let value = item.period?.done ?? item.value ?? 0
        return element(
            "progress",
            [
                "class": "bar \(item.exceeded == true ? Tone.red.className : tone)",
                "max": "\(target)",
                "value": "\(min(max(0, value), target))",
                "aria-label": "\(item.name): \(amount ?? "")",
            ])
    }

    private var addPhoto: HTML {
        element("div", ["class": "quick-add"]) {
            anchor(
                "Add a photo", to: PhotoPaths.list(of: item.id), class: "button small",
                id: "photo-\(id)", label: "Add a photo to \(item.name)")
        }
    }

    private var quickAdd: HTML {
        let queue = "\(item.name), amount added"
        let message = FieldMessage(
            id: "amount-\(id)", problem: input.problems["value"], hint: nil)
        return element("div", ["class": "quick-add"]) {
            if item.type == .cumulative, item.step != 0 {
                ItemChange(.step, item.id, item.slot).button(
                    class: "button small", id: "step-\(id)",
                    label: item.step.map {
                        "Add \(NumberText.entered($0, item.unit)) to \(item.name)"
                    } ?? "Add the usual amount to \(item.name)", queue: queue
                ) { item.step.map { "+\(NumberText.entered($0))" } ?? "Usual" }
            }
            form(
                "/day/\(day)/log", visitor,
                fields: [ItemChange.field: ItemChange(.add, item.id, item.slot).text],
                queue: queue
            ) {
                element(
                    "input",
                    [
                        "id": "amount-\(id)", "name": "value",
                        "inputmode": needsText ? "text" : "decimal", "autocomplete": "off",
                        "placeholder": needsText ? "Answer" : item.unit ?? "Amount",
                        "aria-label": needsText
                            ? "\(item.name), answer"
                            : "\(item.name), amount\(item.unit.map { " in \($0)" } ?? "")",
                        "required": "", "value": input.typed("value"),
                        "aria-invalid": message.isProblem ? "true" : nil,
                        "autofocus": message.isProblem ? "" : nil,
                        "aria-describedby": message.description,
                    ])
                button(item.type == .cumulative ? "Add" : "Save", class: "button small")
                message.html
            }
        }
    }

    private var skipLink: HTML {
        let change = ItemChange(.skip, item.id, item.slot)
        return element(
            "a",
            [
                "class": "button quiet", "id": "skip-\(id)", "href": SkipForm.path(day, change),
                "data-skip": change.text, "aria-label": "Skip \(item.name)",
            ]
        ) { "Skip" }
    }

    private var order: HTML {
        element("div", ["class": "item-order"]) {
            element("span", ["class": "handle js-only", "aria-hidden": "true"]) { "⠿" }
            for (direction, arrow, place, neighbour) in [
                ("up", "↑", "before", neighbours.before), ("down", "↓", "after", neighbours.after),
            ] {
                form(
                    "/day/\(day)/move", visitor, fields: ["activity": item.id.rawValue],
                    queue: "\(item.name), moved \(direction)"
                ) {
                    if let neighbour { hidden(place, neighbour.rawValue) }
                    button(
                        arrow, class: "button quiet square", id: "move-\(direction)-\(id)",
                        label: "Move \(item.name) \(direction)")
                }
            }
        }
    }
}
