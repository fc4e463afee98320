import CivilTime
import Contracts
import Milestones
import Presentation

/// The fields of a weight entry.
struct WeightFields: HTMLPart {
    /// A suffix of the identifiers, unique on the page.
    let id: String
    /// The entry before a change; nil: a new entry.
    var entry: Weights.Row?
    /// The unit of a new entry.
    let unit: WeightUnit
    /// The day of a new entry.
    let today: CivilDate
    let input: FormInput

    @HTMLBuilder var html: HTML {
        input.note
        element("div", ["class": "fields"]) {
            InputField(
                "Weight", id: "value-\(id)", name: "value",
                value: entry.map { NumberText.input($0.weight) }, inputMode: "decimal",
                isRequired: true, in: input)
            WeightUnitField(
                id: "unit-\(id)", selected: entry?.unit ?? unit, input: input)
            InputField(
                "Day", id: "day-\(id)", name: "on", value: "\(entry?.date ?? today)",
                type: "date", isRequired: true, in: input)
            InputField(
                "Body fat, %", id: "fat-\(id)", name: "bodyFat",
                value: entry?.bodyFat.map { NumberText.input($0) }, inputMode: "decimal",
                in: input)
        }
        InputField("Note", id: "note-\(id)", name: "note", value: entry?.note, in: input)
    }
}

/// The choice of the unit of a weight.
struct WeightUnitField: HTMLPart {
    let id: String
    let selected: WeightUnit
    let input: FormInput

    var html: HTML {
        SelectField(
            label: "Unit", id: id, name: "unit",
            options: [WeightUnit.kg, .lb].map { ($0.rawValue, $0.rawValue) },
            selected: selected.rawValue, input: input
        ).html
    }
}
