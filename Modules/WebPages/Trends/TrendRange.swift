import Contracts

/// The form for the range and the additions of a trend.
struct TrendRange: HTMLPart {
    let trends: Insights.TrendsResponse
    let selection: TrendSelection

    var html: HTML {
        let problems = selection.problems
        return card("range", "Range") {
            element("form", ["class": "stack", "method": "get", "action": selection.path]) {
                if !selection.interval.isEmpty { hidden("interval", selection.interval) }
                FieldRow(
                    label: "From", name: "from", id: "range-from", type: "date",
                    value: selection.from, problem: problems["from"])
                FieldRow(
                    label: "To", name: "to", id: "range-to", type: "date", value: selection.to,
                    problem: problems["to"])
                pick("compare", "previous", "Compare with the period before", selection.isCompared)
                pick("forecast", "1", "Forecast", selection.hasForecast)
                button("Show", class: "button main", id: "range-show")
            }
        }
    }

    private func pick(_ name: String, _ value: String, _ label: String, _ isOn: Bool) -> HTML {
        checkBox(id: "range-\(name)", name: name, value: value, isChecked: isOn) { label }
    }
}
