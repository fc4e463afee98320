import Contracts
import Tracker

/// The part of the list of activities that is shown, as in the query of its address.
struct ActivityFilter: Equatable {
    /// The headings of the list.
    enum Group: String, CaseIterable {
        case category, slot, name

        var title: String {
            switch self {
            case .category: "Category"
            case .slot: "Part of day"
            case .name: "Name"
            }
        }
    }

    /// The activities that are listed.
    enum State: String, CaseIterable {
        case all, active, paused, reminders

        var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

        func contains(_ item: Activities.Item) -> Bool {
            switch self {
            case .all: true
            case .active: item.pausedSince == nil && !item.schedule.isReminder
            case .paused: item.pausedSince != nil
            case .reminders: item.schedule.isReminder
            }
        }
    }

    var group = Group.category
    var state = State.all
    /// A part of the names; empty: all.
    var search = ""
    /// True if rows have buttons that change the order.
    var isReordering = false

    /// The filter of a query or of the hidden fields of a form. Unknown values are the defaults.
    init(_ fields: [String: String]) {
        group = fields["group"].flatMap(Group.init) ?? .category
        state = fields["show"].flatMap(State.init) ?? .all
        search = String((fields["q"] ?? "").prefix(100))
        isReordering = fields["order"] == "1"
    }

    func contains(_ item: Activities.Item) -> Bool {
        state.contains(item)
            && (search.isEmpty || item.name.lowercased().contains(search.lowercased()))
    }

    /// The fields that differ from the defaults.
    private var fields: [(name: String, value: String)] {
        var fields: [(String, String)] = []
        if group != .category { fields.append(("group", group.rawValue)) }
        if state != .all { fields.append(("show", state.rawValue)) }
        if !search.isEmpty { fields.append(("q", search)) }
        if isReordering { fields.append(("order", "1")) }
        return fields
    }

    /// Hidden fields that retain the filter when a form is sent.
    var hiddenFields: HTML {
        WebPages.group { for field in fields { hidden(field.name, field.value) } }
    }

    /// The address of the list; with `isDone` it shows the message after a change.
    func path(isDone: Bool = false) -> String {
        address("/activities", isDone ? [("done", "1")] : [])
    }

    /// The address of a page that leads back to the list.
    func path(below path: String) -> String { address(path, []) }

    private func address(_ path: String, _ more: [(name: String, value: String)]) -> String {
        path + URLText.query(fields + more)
    }

    func with(_ change: (inout Self) -> Void) -> Self {
        var filter = self
        change(&filter)
        return filter
    }
}
