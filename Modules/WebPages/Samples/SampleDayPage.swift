import CivilTime
import Contracts
import Presentation

/// The samples of a metric that start on one day, each with a sheet that corrects it.
struct SampleDayPage {
    let selected: SampleDay
    let readings: Readings.DayResponse
    /// The total of the day; nil: none.
    let total: DayArithmetic.Total?
    /// The samples with the part of each that counts; nil if they cannot be read.
    let contributions: Insights.ContributionsResponse?
    let zones: ZoneHistory
    let visitor: Visitor
    /// The sheet that was not saved; nil: none.
    var refused: SampleTable.Refused?

    private var title: String { MetricTitle.title(readings.metric) }

    func page(toast: HTML) -> Page {
        Page(
            "\(title) on \(selected.day.fullText)", in: .trends, status: refused == nil ? 200 : 422,
            topics: [.health], toast: toast, content: content)
    }

    private var format: MeasureFormat {
        let values = readings.samples.map(\.value) + [total?.day.sum ?? 0]
        return MeasureFormat(
            metric: readings.metric, unit: readings.unit,
            magnitude: values.reduce(0) { max($0, abs($1)) })
    }

    /// True if the day has a number without samples of its metric.
    private var isDerived: Bool { total != nil && readings.samples.isEmpty }

    private var arithmetic: DayArithmetic {
        DayArithmetic(
            total: total, contributions: contributions, isDerived: isDerived, format: format)
    }

    @HTMLBuilder private var content: HTML {
        head
        arithmetic.html
        card("samples", "Samples", note: NumberText.count(readings.samples.count, "sample")) {
            if isDerived {
                element("div", ["class": "row"]) {
                    anchor(
                        "Timeline", to: "/timeline?before=\(selected.day.advanced(by: 1))",
                        class: "button", id: "samples-timeline")
                }
            } else if readings.samples.isEmpty {
                element("p", ["class": "soft"]) { "No sample starts on this day." }
            } else {
                SampleTable(
                    selected: selected, samples: readings.samples, zones: zones,
                    visitor: visitor, refused: refused)
            }
        }
        removed
    }

    private var head: HTML {
        pageHead(
            selected.day.fullText,
            crumbs: [(title, "/trends/\(URLText.encoded(selected.name))")],
            lead: .text("\(title): \(arithmetic.value ?? "no data")."), fragment: "samples-head"
        ) {
            element("div", ["class": "row"]) {
                neighbour(selected.day.advanced(by: -1), "‹", "day-before")
                neighbour(selected.day.advanced(by: 1), "›", "day-after")
            }
        }
    }

    private func neighbour(_ day: CivilDate, _ arrow: String, _ id: String) -> HTML {
        arrowButton(arrow, to: selected.on(day).path, id: id, label: day.fullText)
    }

    // MARK: Deleted and replaced samples

    /// The number of deleted samples on the page.
    private static let removedLimit = 100

    private var removed: HTML? {
        guard !readings.removed.isEmpty else { return nil }
        let shown = readings.removed.prefix(Self.removedLimit)
        return card(
            "removed", "Deleted or replaced",
            note: NumberText.count(readings.removed.count, "sample")
        ) {
            smallText("These imported samples do not count, and no import adds them again.")
            rowList(shown.enumerated().map(row))
        }
    }

    private func row(_ index: Int, _ sample: RawSample) -> HTML {
        let time = SampleTable.time(of: sample, in: zones)
        return element("li") {
            rowText(.text(format.short(sample.value)), "\(time), \(sample.source)")
            form(selected.changePath("restore"), visitor, fields: ["ref": sample.ref.text]) {
                button(
                    "Restore", class: "button small", id: "restore-\(index)",
                    label: "Restore the sample of \(time)")
            }
        }
    }
}
