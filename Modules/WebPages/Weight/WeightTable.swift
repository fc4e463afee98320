import CivilTime
import Contracts
import Milestones
import Presentation

/// The weight entries, newest first, with a sheet that edits or deletes each.
struct WeightTable: HTMLPart {
    let rows: [Weights.Row]
    /// The unit of averages and rates.
    let unit: WeightUnit
    let today: CivilDate
    /// The selection of the page, which the answer to a sheet has again.
    let selection: WeightSelection
    let visitor: Visitor
    /// The form that a service rejected; nil: none.
    let posted: FormInput?

    /// The columns, and whether phones show them.
    private static let columns = [
        ("Weight", true), ("Average", false), ("A week", false), ("Source", true), ("Note", false),
    ]

    /// The name of the form of an entry.
    static func form(of id: String) -> String { "entry-\(id)" }

    var html: HTML {
        scrolledTable("Weights", class: "table with-menus", id: "weights") {
            element("thead") {
                element("tr") {
                    element("th", ["scope": "col"]) { "Day" }
                    for (column, isEssential) in Self.columns {
                        element(
                            "th", ["scope": "col", "class": isEssential ? nil : "detail"]
                        ) { column }
                    }
                    element("th", ["scope": "col"]) {
                        element("span", ["class": "visually-hidden"]) { "Edit" }
                    }
                }
            }
            element("tbody") { for row in rows { html(of: row) } }
        }
    }

    private func html(of row: Weights.Row) -> HTML {
        element("tr", ["id": "row-\(row.id)"]) {
            element("th", ["scope": "row"]) {
                element("time", ["datetime": "\(row.date)"]) {
                    row.date.components.year == today.components.year
                        ? row.date.dayAndMonth : row.date.dayMonthAndYear
                }
            }
            element("td") {
                "\(WeightText.weighed(row.weight)) \(row.unit.rawValue)"
                if let milestone = row.milestone {
                    " "
                    element("span", ["class": "badge good"]) {
                        "milestone \(NumberText.short(milestone)) \(row.unit.rawValue)"
                    }
                }
            }
            element("td", ["class": "detail"]) {
                "\(NumberText.short(row.movingAverage)) \(unit.rawValue)"
            }
            element("td", ["class": "detail"]) {
                row.weeklyRate.map {
                    "\(NumberText.withMinusSign(NumberText.signed($0))) \(unit.rawValue)"
                } ?? "–"
            }
            element("td") { row.source == .health ? "health data" : "typed" }
            element("td", ["class": "detail"]) { details(of: row) }
            element("td") { sheet(of: row) }
        }
    }

    private func details(of row: Weights.Row) -> String {
        let fat = row.bodyFat.map { "\(NumberText.entered($0)) % fat" }
        return [fat, row.note].compactMap(\.self).joined(separator: ", ")
    }

    private func sheet(of row: Weights.Row) -> HTML {
        let name = Self.form(of: row.id)
        let rejected = posted.flatMap { $0.form == name ? $0 : nil }
        return element(
            "details",
            ["class": "menu", "id": "edit-\(row.id)", "open": rejected == nil ? nil : ""]
        ) {
            element(
                "summary",
                [
                    "class": "button quiet",
                    "aria-label": "Edit the weight of \(row.date.dayMonthAndYear)",
                ]
            ) { "Edit" }
            WebPages.form("/weight/\(row.id)", visitor, class: "sheet") {
                Revision.input((rejected?.typed(Revision.field)) ?? row.revision)
                selection.hiddenFields
                WeightFields(
                    id: row.id, entry: row, unit: unit, today: today,
                    input: rejected ?? FormInput(name)
                ).html
                saveAndDelete("\(row.id)")
            }
        }
    }
}

extension Weights.Row {
    /// The state of the entry, for its form.
    var revision: String {
        Revision.of([
            NumberText.input(weight), unit.rawValue, "\(date)", note,
            bodyFat.map { NumberText.input($0) },
        ])
    }
}
