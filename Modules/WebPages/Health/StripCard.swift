import Charts
import CivilTime
import Contracts
import Presentation
import RPC
import Windows

/// A strip with its heading, its picture and the table of its days.
struct StripCard: HTMLPart {
    let loaded: LoadedStrip
    /// The current day of the profile.
    let today: CivilDate
    /// The query with another place of this strip, such as `?sleep.before=2026-11-02`.
    let query: (_ strip: Strip, _ place: StripPlace?) -> String
    /// The path of the page with the places of all strips.
    let path: String

    private var strip: Strip { loaded.strip }
    private var title: String { strip.title }

    var html: HTML {
        switch loaded.window {
        case .success(let window):
            guard let first = window.days.first?.date, let last = window.days.last?.date,
                !loaded.isEmpty
            else { return empty }
            return card(window, first, last)
        case .failure(let status):
            return partFailure(title, status, fragment: fragment, path: path)
        }
    }

    private var fragment: String { strip.elementID }

    private var empty: HTML {
        element(
            "section",
            ["class": "card empty", "aria-label": title, "data-fragment": fragment]
        ) {
            Drawing.line
            element("h3") { "No data: \(title)" }
            element("p") { "No import has a record of this metric." }
        }
    }

    /// The note of a refresh that failed, which the module of the strips shows.
    private var problem: HTML {
        element(
            "div", ["class": "note bad", "data-slot": "problem", "role": "alert", "hidden": ""]
        ) {
            element("p") {
                element("strong") { "\(title) could not be read." }
                " The chart has the days of the last answer."
            }
            element("button", ["class": "button small", "type": "button"]) { "Try again" }
        }
    }

    private func card(
        _ window: Insights.WindowResponse, _ first: CivilDate, _ last: CivilDate
    ) -> HTML {
        let values = window.days.compactMap(\.value)
        let format = MeasureFormat(
            metric: strip.metric, unit: window.unit,
            magnitude: values.reduce(0) { max($0, abs($1)) })
        let mean = window.averageOverDays.map(format.short) ?? "–"
        let drawing = StripDrawing(days: window.days, kind: strip.kind, tone: strip.tone)
        return element(
            "section",
            [
                "class": "card strip \(strip.tone.className)", "id": fragment,
                "aria-labelledby": "\(fragment)-title", "data-strip": "", "data-keep": "",
                "data-metric": strip.name, "data-kind": strip.kind.rawValue,
                "data-tone": strip.tone.rawValue, "data-format": format.kind.rawValue,
                "data-digits": "\(format.decimals)", "data-unit": format.unit,
                "data-unit-words": format.unitWords, "data-today": "\(today)",
                "data-first": loaded.first.map { "\($0)" },
            ]
        ) {
            head(window, first, last)
            problem
            element("p", ["class": "value", "data-slot": "value"]) { mean }
            element("p", ["class": "soft small", "data-slot": "caption"]) {
                caption(values.count, first, last)
            }
            element("div", ["class": "strip-plot"]) {
                drawing.axis
                element(
                    "div",
                    [
                        "class": "strip-scroll", "id": "\(fragment)-scroll", "tabindex": "0",
                        "role": "region",
                        "aria-label": "\(title), \(first.dayAndMonth) to \(last.dayAndMonth)",
                    ]
                ) { drawing.plot(label: "\(title): average \(mean)") }
            }
            element("details", ["class": "fold", "id": "\(fragment)-table"]) {
                element("summary") { "Table" }
                table(window.days, format)
            }
        }
    }

    private func head(
        _ window: Insights.WindowResponse, _ first: CivilDate, _ last: CivilDate
    ) -> HTML {
        element("div", ["class": "strip-head"]) {
            element("h3", ["id": "\(fragment)-title"]) {
                element("span", ["class": "swatch", "aria-hidden": "true"])
                anchor(title, to: "/trends/\(URLText.encoded(strip.metric))")
            }
            element("div", ["class": "row no-print"]) {
                step(-7, "older", "‹", query(strip, window.hasOlder ? .before(first) : nil))
                step(7, "newer", "›", query(strip, window.hasNewer ? .after(last) : nil))
            }
        }
    }

    private func step(_ days: Int, _ side: String, _ arrow: String, _ query: String) -> HTML {
        element(
            "a",
            [
                "class": "button quiet square", "id": "\(fragment)-\(side)",
                "data-days": "\(days)", "href": query.isEmpty ? "/health" : query,
                "aria-label": "\(title), \(side) days",
            ]
        ) { element("span", ["class": "flip", "aria-hidden": "true"]) { arrow } }
    }

    private func caption(_ count: Int, _ first: CivilDate, _ last: CivilDate) -> String {
        let range = "\(first.shortText) to \(last.shortText)"
        return switch count {
        case 0: "No data from \(range)"
        case 1: "1 day, \(range)"
        default: "average of \(count) days, \(range)"
        }
    }

    /// The days, newest first. The module of the strips reads them.
    private func table(
        _ days: [Insights.WindowResponse.Day], _ format: MeasureFormat
    ) -> HTML {
        scrolledTable("\(title), loaded days") {
            element("thead") {
                element("tr") {
                    element("th", ["scope": "col"]) { "Day" }
                    element("th", ["scope": "col", "class": "number"]) { "Value" }
                }
            }
            element("tbody") {
                for day in days.reversed() {
                    element("tr") {
                        element("th", ["scope": "row"]) {
                            element("time", ["datetime": "\(day.date)"]) { day.date.fullText }
                        }
                        element("td", ["class": "number"]) {
                            if let value = day.value {
                                element("data", ["value": "\(value)"]) { format.short(value) }
                            } else {
                                element("span") { "no data" }
                            }
                        }
                    }
                }
            }
        }
    }
}
