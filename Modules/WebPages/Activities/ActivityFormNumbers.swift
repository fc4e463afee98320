import Contracts
import Tracker

/// The parts of the form for numbers, questions, measurements and the health link.
struct ActivityFormNumbers {
    let inputs: FormInputs
    /// The health metrics; empty: unknown.
    let metrics: [Insights.Metric]

    /// The types with numbers, as choices of the form.
    private static let numbers = "type-value type-cumulative type-metric+measures-value"

    var html: HTML {
        element("section", ["class": "card", "aria-labelledby": "target"]) {
            element("h2", ["id": "target"]) { "Target and health data" }
            element("div", ["class": "fields"]) {
                inputs.text("Amount", "target", mode: "decimal", shown: Self.numbers)
                inputs.select(
                    "Amount for", "per",
                    [("day", "a day"), ("week", "a week"), ("month", "a month")],
                    shown: Self.numbers)
                inputs.box("At most", "atMost", shown: Self.numbers)
                inputs.text("Unit", "unit", maximumLength: 40, shown: Self.numbers)
                inputs.text("Least number", "minimum", mode: "decimal", shown: Self.numbers)
                inputs.text("Greatest number", "maximum", mode: "decimal", shown: Self.numbers)
                inputs.select(
                    "Amounts of a day are", "mode", [("sum", "added"), ("average", "averaged")],
                    shown: "type-cumulative")
            }
            fold(
                "question", "Question or measurement", ["answer", "options", "measures", "views"],
                shown: "type-answer type-metric"
            ) {
                inputs.select(
                    "Answer", "answer",
                    [("text", "A text"), ("choice", "One of the options"), ("time", "A time")],
                    shown: "type-answer")
                inputs.text(
                    "Options", "options", hint: "Two or more, such as good, fair, bad.",
                    shown: "type-answer+answer-choice")
                inputs.select(
                    "Measurement", "measures",
                    [
                        ("value", "A number"), ("photo", "Photos"), ("checkbox", "Done or not"),
                        ("notes", "Notes"),
                    ], shown: "type-metric")
                inputs.text(
                    "Views", "views", hint: "Of photos, such as front, side.",
                    shown: "type-metric+measures-photo")
            }
            fold("health", "Health data", ["health", "healthMode", "isPassive"]) {
                metric
                inputs.select(
                    "Direction", "healthMode",
                    [("read", "Read"), ("write", "Write"), ("both", "Read and write")])
                inputs.box("Only read from health data", "isPassive", isSwitch: true)
            }
        }
    }

    private var metric: HTML {
        guard !metrics.isEmpty else {
            return inputs.text("Metric", "health", hint: "Such as stepCount. Empty: none.")
        }
        let stored = metrics.filter { $0.samples > 0 }
        let others = metrics.filter { $0.samples == 0 && $0.known }
        return inputs.select(
            "Metric", "health", [("", "None")] + (stored + others).map { ($0.metric, $0.metric) })
    }

    /// Fields that few activities need, open if one of them has a message or an unusual value.
    private func fold(
        _ name: String, _ title: String, _ names: [String], shown: String? = nil,
        @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        let usual = ActivityForm()
        let isOpen = names.contains {
            inputs.errors[$0] != nil || inputs.form[$0] != usual[$0]
        }
        return element(
            "details",
            [
                "class": "fold", "id": "fold-\(name)", "open": isOpen ? "" : nil,
                "data-shown": shown,
            ]
        ) {
            element("summary") { title }
            element("div", ["class": "fields"]) { content() }
        }
    }
}
