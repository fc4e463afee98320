import Presentation

/// The ring of the items of a day that are done.
func ring(done: Int, of count: Int) -> HTML {
    let percent = count == 0 ? 0 : Double(done) / Double(count) * 100
    return element(
        "div",
        [
            "class": "ring tone-green", "role": "img",
            "aria-label": count == 0 ? "Nothing is due" : "\(done) of \(count) done",
        ]
    ) {
        element("svg", ["viewBox": "0 0 104 104", "aria-hidden": "true"]) {
            element("circle", ["cx": "52", "cy": "52", "r": "45"])
            if done > 0 {
                element(
                    "circle",
                    [
                        "class": "part-done", "cx": "52", "cy": "52", "r": "45",
                        "pathLength": "100", "stroke-dasharray": "\(oneDecimal(percent)) 100",
                    ])
            }
        }
        element("span", ["aria-hidden": "true"]) {
            element("b") { "\(done)" }
            element("small") { "of \(count)" }
        }
    }
}

/// A number for a picture, with one decimal.
func oneDecimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
