import CivilTime
import Contracts

/// The weight entries that the log lists.
struct WeightFilter: Equatable {
    enum Kind: String, CaseIterable {
        case all, notes, milestones

        fileprivate var title: String {
            switch self {
            case .all: "All"
            case .notes: "With a note"
            case .milestones: "That reached a milestone"
            }
        }
    }

    var kind = Kind.all
    /// ISO weekdays, ascending; empty: all.
    var weekdays: [Int] = []

    init() {}

    init(_ query: [String: String]) {
        kind = query["show"].flatMap { Kind(rawValue: $0) } ?? .all
        weekdays = WeekdayBoxes.checked(in: query)
    }

    /// The request for the entries before a day; nil: the newest.
    func request(before day: CivilDate?, limit: Int) -> Weights.ListRequest {
        Weights.ListRequest(
            to: day.map { $0.advanced(by: -1) }, withNote: kind == .notes ? true : nil,
            weekdays: weekdays.isEmpty ? nil : weekdays,
            withMilestone: kind == .milestones ? true : nil, limit: limit)
    }

    /// The fields of the filter in a query or a form; empty: all entries.
    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if kind != .all { fields.append((name: "show", value: kind.rawValue)) }
        for weekday in weekdays { fields.append((name: WeekdayBoxes.name(weekday), value: "1")) }
        return fields
    }

    /// The path of the entries before a day; nil: the newest.
    func path(before day: CivilDate? = nil) -> String {
        let position = day.map { [(name: "before", value: "\($0)")] } ?? []
        return "/weight" + URLText.query(fields + position)
    }

    /// The form that changes the filter.
    var form: HTML {
        element(
            "details",
            ["class": "fold", "id": "weight-filter", "open": self == Self() ? nil : ""]
        ) {
            element("summary") { "Filter" }
            element("form", ["method": "get", "action": "/weight", "class": "stack"]) {
                SelectField(
                    label: "Entries", id: "filter-show", name: "show",
                    options: Kind.allCases.map { ($0.rawValue, $0.title) },
                    selected: kind.rawValue, input: FormInput("filter")
                ).html
                WeekdayBoxes(id: "filter", legend: "Weekdays. None: every day.") {
                    weekdays.contains($0)
                }.html
                element("div", ["class": "row"]) {
                    element("button", ["class": "button", "id": "filter-apply"]) { "Show" }
                    if self != Self() {
                        element("a", ["class": "button quiet", "href": "/weight"]) { "All entries" }
                    }
                }
            }
        }
    }
}
