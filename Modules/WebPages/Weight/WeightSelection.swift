import CivilTime
import Contracts

/// The days of the picture, and the entries of the log, that the page of the weight shows.
struct WeightSelection {
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

    /// The days of the picture.
    var range = WeightRange.usual
    var kind = Kind.all
    /// ISO weekdays of the entries, ascending; empty: all.
    var weekdays: [Int] = []

    init() {}

    init(_ query: [String: String]) {
        range = WeightRange(name: query["range"])
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

    /// True if the log does not list all entries.
    var isFiltered: Bool { kind != .all || !weekdays.isEmpty }

    /// The fields in a query or a form; empty: the usual days, and all entries.
    var fields: [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        if range != .usual { fields.append((name: "range", value: range.name)) }
        if kind != .all { fields.append((name: "show", value: kind.rawValue)) }
        for weekday in weekdays { fields.append((name: WeekdayBoxes.name(weekday), value: "1")) }
        return fields
    }

    /// The fields in a form whose answer shows the same selection.
    var hiddenFields: HTML { group { for field in fields { hidden(field.name, field.value) } } }

    /// The path of the entries before a day; nil: the newest.
    func path(before day: CivilDate? = nil) -> String {
        let position = day.map { [(name: "before", value: "\($0)")] } ?? []
        return "/weight" + URLText.query(fields + position)
    }

    /// The present selection with the days of another picture.
    private func with(_ range: WeightRange) -> Self {
        var copy = self
        copy.range = range
        return copy
    }

    /// Links to the pictures, the present one marked.
    var ranges: HTML {
        segmentLinks(
            "Range",
            WeightRange.allCases.map {
                ($0.title, with($0).path(), "range-\($0.name)", $0 == range)
            })
    }

    /// The form that changes which entries the log lists.
    var filter: HTML {
        element(
            "details",
            ["class": "fold", "id": "weight-filter", "open": isFiltered ? "" : nil]
        ) {
            element("summary") { "Filter" }
            element("form", ["method": "get", "action": "/weight", "class": "stack"]) {
                if range != .usual { hidden("range", range.name) }
                SelectField(
                    label: "Entries", id: "filter-show", name: "show",
                    options: Kind.allCases.map { ($0.rawValue, $0.title) },
                    selected: kind.rawValue, input: FormInput("filter"))
                WeekdayBoxes(id: "filter", legend: "Weekdays. None: every day.") {
                    weekdays.contains($0)
                }.html
                element("div", ["class": "row"]) {
                    button("Show", id: "filter-apply")
                    if isFiltered {
                        anchor("All entries", to: Self().with(range).path(), class: "button quiet")
                    }
                }
            }
        }
    }
}
