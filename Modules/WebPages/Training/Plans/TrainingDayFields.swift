/// The fields of the days of a training plan: their label, and rest or training.
struct TrainingDayFields: HTMLPart {
    /// The beginning of the identifiers of the fields, unique on the page.
    let id: String
    var label = ""
    var isRest = false
    let input: FormInput

    /// The name of the checkbox of a weekday.
    static func box(_ weekday: Int) -> String { "weekday-\(weekday)" }

    var html: HTML {
        element("div", ["class": "fields"]) {
            InputField(
                "Label", id: "\(id)-label", name: "label", value: label,
                hint: "Such as Push. Empty: by the muscles of its exercises.", in: input)
            SelectField(
                label: "Use", id: "\(id)-kind", name: "kind",
                options: [("training", "Training"), ("rest", "Rest")],
                selected: isRest ? "rest" : "training", input: input)
        }
    }
}
