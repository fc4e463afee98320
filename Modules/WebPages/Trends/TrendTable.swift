import CivilTime
import Contracts
import Presentation

/// The buckets of a trend as a table, newest first.
struct TrendTable: HTMLPart {
    let title: String
    /// The trend in percent if its values are shares.
    let trends: Insights.TrendsResponse
    let format: MeasureFormat
    /// The path of the samples of a day; nil: an activity.
    var samples: ((CivilDate) -> String)?

    /// The number of rows on the page. Exports have all rows.
    private static let rowLimit = 366

    var html: HTML {
        element(
            "details",
            ["class": "card fold", "id": "trend-table", "data-fragment": "trend-table", "open": ""]
        ) {
            element("summary") { element("h2") { "Table" } }
            if trends.series.count > Self.rowLimit {
                element("p", ["class": "soft small"]) {
                    "The last \(Self.rowLimit) of \(NumberText.count(trends.series.count)) rows. The CSV file has all of them."
                }
            }
            table
        }
    }

    /// `Steps by week, in km`.
    private var caption: String {
        let unit = format.unit.isEmpty || format.unit == "steps" ? "" : ", in \(format.unit)"
        return "\(title) by \(trends.interval.rawValue)\(unit)"
    }

    private typealias Column = (title: String, text: (Insights.Bucket) -> String)

    private var columns: [Column] {
        func value(_ path: KeyPath<Insights.Bucket, Double?>) -> (Insights.Bucket) -> String {
            { $0[keyPath: path].map(format.cell) ?? "–" }
        }
        guard trends.hasNumbers else {
            return [
                ("Latest answer", { $0.latest.map(Self.text) ?? "–" }),
                ("On", { $0.latestAt.map(\.dayText) ?? "–" }), ("Days", { "\($0.days)" }),
            ]
        }
        if trends.isYesNo == true {
            return [
                ("Done", value(\.averageValue)), ("Days done", { "\($0.yesDays ?? 0)" }),
                ("Days due", { "\($0.days)" }),
            ]
        }
        // All numbers of one day are the same.
        if trends.interval == .day { return [("Value", value(\.averageValue))] }
        let sum: [Column] = trends.kind == "discrete" ? [] : [("Sum", value(\.sum))]
        return [
            ("Average", value(\.averageValue)), ("Minimum", value(\.minValue)),
            ("Maximum", value(\.maxValue)),
        ] + sum + [("Days", { "\($0.days)" })]
    }

    private static func text(_ value: InputValue) -> String {
        switch value {
        case .number(let number): NumberText.entered(number)
        case .text(let text): text
        }
    }

    private var table: HTML {
        let columns = columns
        return scrolledTable(caption, isCaptionVisible: true) {
            element("thead") {
                element("tr") {
                    element("th", ["scope": "col"]) { trends.interval.name }
                    for column in columns {
                        element("th", ["scope": "col", "class": "number"]) { column.title }
                    }
                }
            }
            element("tbody") {
                for bucket in trends.series.suffix(Self.rowLimit).reversed() {
                    element("tr") {
                        element("th", ["scope": "row"]) {
                            if let samples, bucket.interval == .day {
                                anchor(bucket.displayLabel, to: samples(bucket.startDate))
                            } else {
                                element("span", ["class": "nowrap"]) { bucket.displayLabel }
                            }
                            if bucket.partial {
                                " "
                                element("span", ["class": "badge"]) { "not over" }
                            }
                        }
                        for column in columns {
                            element("td", ["class": "number"]) { column.text(bucket) }
                        }
                    }
                }
            }
        }
    }
}
