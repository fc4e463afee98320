import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// The entries of an activity, each with a sheet that changes it.
struct EntryTable {
    /// The page that the table is on.
    enum View: Equatable {
        case activity
        /// A page of all entries, with its last day; nil: the newest page.
        case all(CivilDate?)

        /// The page of a posted sheet.
        init(_ fields: [String: String]) {
            self = fields["view"] == "all" ? .all(CivilDate(fields["to"] ?? "")) : .activity
        }

        func path(of activity: String, isDone: Bool) -> String {
            let done = isDone ? ["done=1"] : []
            var path = "/activities/\(activity)"
            var query = done
            if case .all(let last) = self {
                path += "/entries"
                if let last { query.insert("to=\(last)", at: 0) }
            }
            return query.isEmpty ? path : "\(path)?\(query.joined(separator: "&"))"
        }
    }

    let item: Activities.Item
    /// Newest day first.
    let entries: [LoggedEntry]
    /// The sheet that was not saved; nil: none.
    let problem: EntryProblem?
    let visitor: Visitor
    var view = View.activity

    private var hasSessions: Bool { item.slots.count > 1 }

    var html: HTML {
        guard !entries.isEmpty else {
            return element("p", ["class": "soft"]) { "Nothing is logged yet." }
        }
        let headings = ["Day", "Value"] + (hasSessions ? ["Part of day"] : []) + ["Note"]
        return ActivityParts.table(
            "Entries",
            headings.map { .text($0) } + [
                element("span", ["class": "visually-hidden"]) { "Edit" }
            ], entries.map(row), class: "table with-menus")
    }

    private func row(_ entry: LoggedEntry) -> [HTML] {
        let day = element("time", ["datetime": "\(entry.date)"]) {
            entry.date.shortDayMonthAndYear
        }
        let value: HTML =
            switch entry.source {
            case .vacation: element("span", ["class": "badge"]) { "vacation" }
            default:
                entry.status == "skipped"
                    ? element("span", ["class": "badge"]) { "skipped" } : .text(entry.summaryText)
            }
        let details =
            [entry.note ?? reason(entry) ?? ""].filter { !$0.isEmpty } + entry.circumstances
        let note: HTML =
            if details.isEmpty {
                element("span", ["class": "visually-hidden"]) { "no note" }
            } else {
                .text(details.joined(separator: ", "))
            }
        let session = hasSessions ? [HTML.text((entry.slot ?? item.slots[0]).heading)] : []
        return [day, value] + session + [note, sheet(entry)]
    }

    /// The reason of a skip; nil without a reason, and for a vacation, which the value names.
    private func reason(_ entry: LoggedEntry) -> String? {
        entry.source == .vacation ? nil : entry.skipReason
    }

    private func sheet(_ entry: LoggedEntry) -> HTML {
        let problem = self.problem?.id == entry.id ? self.problem : nil
        let typed = problem?.form ?? EntryForm(entry)
        return element(
            "details",
            ["class": "menu", "id": "edit-\(entry.id)", "open": problem == nil ? nil : ""]
        ) {
            element(
                "summary",
                [
                    "class": "button quiet",
                    "aria-label": "Edit the entry of \(entry.date.dayMonthAndYear)",
                ]
            ) { "Edit" }
            form(
                "/activities/\(item.id)/entries", visitor, class: "sheet",
                fields: ["entry": entry.id.rawValue]
            ) {
                Revision.input(problem?.revision ?? EntryForm(entry).revision)
                if case .all(let last) = view {
                    hidden("view", "all")
                    if let last { hidden("to", "\(last)") }
                }
                element("div", ["class": "fields"]) {
                    if typed.value != nil {
                        field(
                            "value", valueLabel(entry), typed.value, entry, problem,
                            mode: entry.answer == nil ? "decimal" : "text")
                    }
                    field("date", "Day", typed.day, entry, problem, type: "date")
                }
                if typed.reason != nil {
                    field("reason", "Reason of the skip", typed.reason, entry, problem)
                }
                field("note", "Note", typed.note, entry, problem)
                element("div", ["class": "fields"]) {
                    if hasSessions, let slot = typed.slot {
                        select("slot", "Part of day", slotOptions(slot), slot, entry)
                    }
                    select("mood", "Mood", Self.moodOptions, typed.mood, entry)
                    field("place", "Place", typed.place, entry, problem)
                }
                if typed.value == nil, let message = problem?.errors["value"] {
                    element("span", ["class": "error"]) { message }
                }
                saveAndDelete("\(entry.id)")
            }
        }
    }

    private func valueLabel(_ entry: LoggedEntry) -> String {
        entry.answer == nil
            ? "Value" + ((entry.entered?.unit ?? entry.unit).map { ", \($0)" } ?? "") : "Answer"
    }

    /// The parts of the day of the activity, and that of the entry, which a save of another field keeps.
    private func slotOptions(_ own: String) -> [(value: String, text: String)] {
        Slot.allCases.filter { item.slots.contains($0) || $0.rawValue == own }
            .map { ($0.rawValue, $0.heading) }
    }

    private static let moodOptions: [(value: String, text: String)] = {
        var options = [(value: "", text: "None")]
        for mood in moods {
            let meaning = [moods.lowerBound: ", bad", moods.upperBound: ", good"][mood] ?? ""
            options.append((value: "\(mood)", text: "\(mood)\(meaning)"))
        }
        return options
    }()

    private func select(
        _ name: String, _ label: String, _ options: [(value: String, text: String)],
        _ selected: String?, _ entry: LoggedEntry
    ) -> HTML {
        SelectField(
            label: label, id: "\(name)-\(entry.id)", name: name, options: options,
            selected: selected, input: FormInput("entry")
        ).html
    }

    private func field(
        _ name: String, _ label: String, _ value: String?, _ entry: LoggedEntry,
        _ problem: EntryProblem?, type: String = "text", mode: String? = nil
    ) -> HTML {
        InputField(
            label, id: "\(name)-\(entry.id)", name: name, value: value, type: type, inputMode: mode,
            in: FormInput("entry", problems: problem?.errors ?? [:])
        ).html
    }
}

/// A sheet that was not saved.
struct EntryProblem {
    var id: Entry.ID
    var form: EntryForm
    /// The state of the entry when the sheet was rendered; nil: unknown.
    var revision: String?
    /// The messages by name of the field.
    var errors: [String: String]

    init(_ id: Entry.ID, _ request: WebRequest, _ errors: [String: String]) {
        self.id = id
        form = EntryForm(request.form)
        revision = request.form[Revision.field]
        self.errors = errors
    }
}
