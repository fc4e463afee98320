import Charts
import CivilTime
import Contracts
import Presentation
import Tracker

/// The bars of an activity by day or week, with their range and table.
struct ActivityBars: HTMLPart {
    let response: Statistics.BarsResponse
    let range: ActivityRange
    let item: Activities.Item
    let today: CivilDate

    private var path: String { "/activities/\(item.id)" }
    private var unit: String? { response.unit }
    private var heading: String { range.hasWeeks ? "Weeks" : "Days" }
    private var label: String {
        let bars = range.hasWeeks ? "week" : "day"
        if let unit { return "Values by \(bars), in \(unit)" }
        return item.type == .checkbox ? "Completed sessions by \(bars)" : "Values by \(bars)"
    }

    /// The target of the newest bar that is over, else of the newest; nil if bars have none.
    private var target: Double? {
        let bar = response.bars.last { $0.to < today } ?? response.bars.last
        return bar?.target.flatMap { $0 > 0 ? $0 : nil }
    }

    var html: HTML {
        card("bars", heading, aside: ranges) {
            element("p", ["class": "soft small"]) { sentence }
            if response.bars.contains(where: { $0.value != nil }) {
                element(
                    "figure",
                    [
                        "class": "picture", "id": "bars", "data-picture": "",
                        "data-table": "fold-bars", "data-label": label,
                    ]
                ) {
                    drawing(width: 720, height: 260, "only-wide", labels: 12)
                    drawing(
                        width: PictureFormat.narrowWidth, height: 230, "only-narrow", labels: 5)
                }
            }
            pager
            table
        }
    }

    private func drawing(width: Double, height: Double, _ name: String, labels: Int) -> HTML {
        BarDrawing(
            bars: response.bars.map { bar in
                BarDrawing.Bar(
                    value: bar.value, label: bar.from.shortText,
                    title: "\(title(of: bar)): \(text(of: bar))",
                    isUnfinished: bar.to >= today, target: bar.target)
            },
            tone: "accent", label: label, labelCount: labels, width: width,
            height: height, className: name
        ).html
    }

    private var ranges: HTML {
        ActivityParts.segments(
            "Range",
            ActivityRange.allCases.map {
                ($0.title, "\(path)?range=\($0.rawValue)", $0 == range)
            })
    }

    private var sentence: String {
        guard let average = response.average, let low = response.low, let high = response.high
        else { return "There are no values in this range." }
        let count = response.bars.filter { $0.value != nil }.count
        let bars = NumberText.count(count, range.hasWeeks ? "week" : "day")
        var text =
            "On average \(number(average)) in \(bars), from \(NumberText.short(low)) to "
            + "\(NumberText.short(high))."
        if let target {
            text += " The dotted line is the target of \(NumberText.entered(target, unit))."
        }
        if let last = response.bars.last, last.to >= today {
            text += " The pale bar is the current \(range.hasWeeks ? "week" : "day")."
        }
        return text
    }

    private func number(_ value: Double) -> String {
        NumberText.short(value) + NumberText.suffix(unit)
    }

    private func title(of bar: Statistics.Bar) -> String {
        range.hasWeeks ? "Week of \(bar.from.fullText)" : bar.from.fullText
    }

    private func text(of bar: Statistics.Bar) -> String {
        (bar.value.map { number($0) } ?? "no data") + (bar.to >= today ? ", not over" : "")
    }

    private var pager: HTML? {
        guard let first = response.bars.first, let last = response.bars.last else { return nil }
        let span = first.from.distance(to: last.to) + 1
        return element("div", ["class": "row apart"]) {
            if first.from > item.created {
                link("Earlier", to: first.from.advanced(by: -1), id: "earlier")
            }
            if last.to < today {
                let next = last.to.advanced(by: span)
                link("Later", to: next < today ? next : nil, id: "later")
            }
        }
    }

    private func link(_ title: String, to day: CivilDate?, id: String) -> HTML {
        element(
            "a",
            [
                "class": "button quiet", "id": id,
                "href": "\(path)?range=\(range.rawValue)" + (day.map { "&to=\($0)" } ?? ""),
            ]
        ) {
            if id == "earlier" {
                element("span", ["class": "flip", "aria-hidden": "true"]) { "‹" }
            }
            title
            if id == "later" {
                element("span", ["class": "flip", "aria-hidden": "true"]) { "›" }
            }
        }
    }

    private var table: HTML {
        element("details", ["class": "fold", "id": "fold-bars"]) {
            element("summary") { "Table" }
            ActivityParts.table(
                label, [range.hasWeeks ? "Week" : "Day", "Value"].map { .text($0) },
                response.bars.reversed().map { bar in
                    [
                        element("time", ["datetime": "\(bar.from)"]) {
                            bar.from.text(near: today)
                        }, .text(text(of: bar)),
                    ]
                })
        }
    }
}
