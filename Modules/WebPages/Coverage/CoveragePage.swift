import CivilTime
import Contracts
import Presentation
import Texts

/// The days of a month with the origin of their data, and the days to send again.
struct CoveragePage {
    let coverage: Insights.CoverageResponse
    /// The name of the metric as in the path.
    let name: String
    let month: Bucket
    let today: CivilDate

    private var title: String { MetricTitle.title(coverage.metric) }
    private var metricPath: String { "/trends/\(URLText.encoded(name))" }

    var page: Page {
        Page("Coverage of \(title)", in: .trends, topics: [.health], content: content)
    }

    @HTMLBuilder private var content: HTML {
        head
        card("coverage", "Days") {
            calendar
            legend
        }
        requests
    }

    private var head: HTML {
        pageHead(
            "Coverage in \(Self.text(month))", crumbs: [(title, metricPath)],
            lead: .text(summary), fragment: "coverage-head"
        ) {
            element("div", ["class": "row"]) {
                neighbour(Interval.month.bucket(before: month), "‹", "month-before")
                let next = Interval.month.bucket(after: month)
                if next.start <= today { neighbour(next, "›", "month-after") }
            }
        }
    }

    private func neighbour(_ month: Bucket, _ arrow: String, _ id: String) -> HTML {
        arrowButton(
            arrow, to: "\(metricPath)/coverage" + URLText.query([("month", "\(month.start)")]),
            id: id, label: Self.text(month))
    }

    /// `November 2026`.
    private static func text(_ month: Bucket) -> String {
        "\(monthNames[month.start.month - 1]) \(month.start.year)"
    }

    private var summary: String {
        let covered = coverage.days.count { $0.state != .none }
        return "\(covered) of \(NumberText.days(coverage.days.count)) have data."
    }

    // MARK: The month

    @HTMLBuilder private var calendar: HTML {
        let weekdays = TextLocale.current?.weekdays ?? Array(1...7)
        let blanks = weekdays.firstIndex(of: month.start.weekday) ?? 0
        element("div", ["class": "calendar soft small", "aria-hidden": "true"]) {
            for weekday in weekdays { element("span") { weekdayAbbreviation(weekday) } }
        }
        element("ol", ["class": "calendar", "id": "coverage-days"]) {
            for _ in 0..<blanks { element("li", ["class": "blank", "aria-hidden": "true"]) {} }
            for day in coverage.days { cell(day) }
        }
    }

    private func cell(_ day: Insights.CoveredDay) -> HTML {
        let kind = Kind(day)
        return element("li", ["class": kind.tone]) {
            anchor(
                "\(day.day.day)", to: SampleDay(name: name, day: day.day).path,
                label: "\(day.day.longText): \(kind.meaning)")
            element("span", ["aria-hidden": "true"]) { kind.name }
        }
    }

    private var legend: HTML {
        element("ul", ["class": "legend"]) {
            for kind in Kind.allCases {
                element("li") {
                    element("strong") { kind.name }
                    kind.meaning
                }
            }
        }
    }

    /// The origin of the data of a day.
    private enum Kind: CaseIterable {
        case measured, part, totals, short, missing

        init(_ day: Insights.CoveredDay) {
            self =
                switch day.state {
                case _ where day.isShort: .short
                case .raw: .measured
                case .partial: .part
                case .aggregate: .totals
                case .none: .missing
                }
        }

        /// The word in the calendar.
        var name: String {
            switch self {
            case .measured: "Full"
            case .part: "Part"
            case .totals: "Totals"
            case .short: "Short"
            case .missing: "None"
            }
        }

        var meaning: String {
            switch self {
            case .measured: "measurements"
            case .part: "measurements for a part of the day, totals for the rest"
            case .totals: "totals only"
            case .short: "measurements; a push had delivered less"
            case .missing: "no data"
            }
        }

        /// The class of the cell.
        var tone: String {
            switch self {
            case .measured: "good"
            case .part, .totals: "warn"
            case .short: "bad"
            case .missing: "missing"
            }
        }
    }

    // MARK: Days to send again

    private var requests: HTML {
        card("requests", "Send days again") {
            if !coverage.isPushed {
                smallText(
                    "No app has pushed data of this profile. Import a newer export for more days.")
            } else if coverage.daysToRequest.isEmpty {
                smallText("No day of this month is missing or short.")
            } else {
                smallText(
                    "In Health Auto Export open Automations, your automation, Manual Export, and "
                        + "choose each of these ranges. Days that are sent again are stored once.")
                element("ul", ["class": "rows", "id": "days-to-request"]) {
                    for range in coverage.daysToRequest { element("li") { Self.text(range) } }
                }
            }
        }
    }

    private static func text(_ range: ClosedRange<CivilDate>) -> String {
        range.lowerBound == range.upperBound
            ? range.lowerBound.dayMonthAndYear
            : "\(range.lowerBound.dayMonthAndYear) to \(range.upperBound.dayMonthAndYear)"
    }
}
