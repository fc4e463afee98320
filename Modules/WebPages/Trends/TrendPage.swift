import CivilTime
import Contracts
import Presentation
import RPC

/// The trend of a metric or an activity.
struct TrendPage {
    let trends: Insights.TrendsResponse
    /// The sources of the metric; nil: not a metric.
    let sources: Result<Insights.SourcesResponse, Status>?
    /// The annotations on the days of the trend.
    let annotations: Result<[Statistics.Annotation], Status>
    let selection: TrendSelection
    let visitor: Visitor
    /// The reason why another interval is shown than requested; nil: none.
    var intervalProblem: String?
    var refusedAnnotation: TrendAnnotations.Refused?

    private var title: String { MetricTitle.title(trends.metric) }

    func page(toast: HTML) -> Page {
        Page(
            title, in: .trends,
            status: !selection.problems.isEmpty || refusedAnnotation != nil ? 422 : 200,
            topics: [.health, .entries, .weight, .settings], script: "picture", toast: toast,
            content: content)
    }

    /// The trend in percent if its values are shares.
    private var shown: Insights.TrendsResponse { trends.inPercent }

    private var format: MeasureFormat {
        let values = shown.series.compactMap(\.maxValue)
        return MeasureFormat(
            metric: shown.metric, unit: shown.unit,
            magnitude: values.reduce(0) { max($0, abs($1)) })
    }

    @HTMLBuilder private var content: HTML {
        head
        if trends.stale { stale }
        if let intervalProblem { note(intervalProblem, fragment: "interval-problem") }
        if !selection.problems.isEmpty {
            refusedRange
        } else if trends.series.isEmpty {
            empty
        } else {
            figure
        }
        element("div", ["class": "with-aside"]) {
            element(
                "section", ["class": "stack", "aria-label": "Table, sources and annotations"]
            ) {
                if hasDays {
                    TrendTable(
                        title: title, trends: shown, format: format,
                        samples: sources == nil
                            ? nil : { SampleDay(name: selection.name, day: $0).path })
                }
                element("div", ["class": "columns"]) {
                    sourceCard
                    annotationCard
                }
            }
            element("div", ["class": "stack"]) {
                TrendRange(trends: trends, selection: selection)
                if sources != nil, let last = trends.series.last { samples(last) }
                if hasDays { export }
            }
        }
    }

    private var sourceCard: HTML {
        switch sources {
        case .success(let sources) where !sources.order.isEmpty:
            TrendSources(sources: sources, selection: selection, visitor: visitor).html
        case .failure(let status):
            partFailure("The list of sources", status, fragment: "sources", path: path)
        case .success, nil: .empty
        }
    }

    private var annotationCard: HTML {
        switch annotations {
        case .success(let annotations):
            TrendAnnotations(
                annotations: annotations, selection: selection, visitor: visitor,
                refused: refusedAnnotation
            )
            .html
        case .failure(let status):
            partFailure("The list of annotations", status, fragment: "annotations", path: path)
        }
    }

    /// The path of this page.
    private var path: String { selection.path + selection.query }

    private var head: HTML {
        pageHead(title, crumbs: [("Trends", "/trends")], fragment: "trend-head") {
            element("div", ["class": "row"]) {
                if !trends.availableIntervals.isEmpty { intervals }
                refreshLink(path)
            }
        }
    }

    private var intervals: HTML {
        element("nav", ["class": "segments", "aria-label": "Interval", "data-swap": ""]) {
            for interval in trends.availableIntervals {
                element(
                    "a",
                    [
                        "href": selection.path + selection.query(interval: interval.rawValue),
                        "id": "interval-\(interval.rawValue)",
                        "aria-current": interval == trends.interval ? "true" : nil,
                    ]
                ) { interval.name }
            }
        }
    }

    private var stale: HTML {
        element("div", ["class": "note warn", "data-fragment": "stale"]) {
            element("p") {
                element("strong") { "The totals are being computed." }
                " Newer samples are not included yet. The numbers change by themselves."
            }
        }
    }

    private func note(_ text: String, fragment: String) -> HTML {
        element("div", ["class": "note", "data-fragment": fragment]) { element("p") { text } }
    }

    /// True if the page shows days: there are some, and the range has no problem.
    private var hasDays: Bool { selection.problems.isEmpty && !trends.series.isEmpty }

    private var refusedRange: HTML {
        element("section", ["class": "card empty", "data-fragment": "trend"]) {
            Drawing.line
            element("h2") { "No such range" }
            for (_, problem) in selection.problems.sorted(by: { $0.key < $1.key }) {
                element("p") { problem }
            }
            element("div", ["class": "row"]) {
                if let other = selection.inOrder,
                    let first = CivilDate(other.from), let last = CivilDate(other.to)
                {
                    anchor(
                        "\(first.dayMonthAndYear) to \(last.dayMonthAndYear)",
                        to: other.path + other.query, class: "button main", id: "range-in-order")
                }
                anchor("All days", to: selection.path, class: "button")
            }
        }
    }

    private var empty: HTML {
        emptyCard(
            "No data",
            selection.isRanged
                ? "\(title) has no data in this range." : "\(title) has no data yet.",
            fragment: "trend",
            links: [
                selection.isRanged
                    ? ("All days", selection.path) : ("Import export.zip", "/import")
            ])
    }

    private var figure: HTML {
        var drawn = trends
        if !selection.isCompared { drawn.previous = nil }
        return element(
            "section",
            ["class": "card", "aria-labelledby": "trend-title", "data-fragment": "trend"]
        ) {
            element("header") {
                element("div") {
                    element("h2", ["id": "trend-title"]) {
                        "Averages by \(trends.interval.rawValue)"
                    }
                    element("p", ["class": "soft small"]) { range }
                }
                TrendVerdict(
                    trends: shown, format: format, isOfRange: !selection.from.isEmpty
                ).html
            }
            if trends.hasNumbers {
                TrendFigure(
                    title: title, trends: drawn, notes: (try? annotations.get()) ?? [],
                    format: format)
                if selection.hasForecast, trends.forecast?.isEmpty != false {
                    smallText(TrendText.tooFewDays)
                }
            }
            if let streak = trends.streak {
                element("p", ["class": "soft small"]) {
                    TrendText.streak(streak, day: \.dayMonthAndYear)
                }
            }
        }
    }

    /// The days of the trend, and the way back to the automatic interval.
    @HTMLBuilder private var range: HTML {
        if let first = trends.series.first, let last = trends.series.last {
            "\(Self.text(from: first, to: last)). "
        }
        if !trends.isAutomatic {
            element(
                "a",
                [
                    "id": "interval-auto", "data-swap": "",
                    "href": selection.path + selection.query(interval: "auto"),
                ]
            ) { "Back to automatic" }
        }
    }

    /// `27 April 2026 to 29 November 2026`; the labels of longer buckets, such as `2025 to 2026`.
    private static func text(from first: Insights.Bucket, to last: Insights.Bucket) -> String {
        switch first.interval {
        case .day, .week:
            "\(first.startDate.dayMonthAndYear) to \(last.endDate.dayMonthAndYear)"
        case .month, .quarter, .half, .year: "\(first.displayLabel) to \(last.displayLabel)"
        }
    }

    /// The form that leads to the samples of a day.
    private func samples(_ last: Insights.Bucket) -> HTML {
        // A period that is not over ends after the last sample.
        let end = trends.interval == .day ? last.startDate : last.endDate
        let newest =
            (try? sources?.get())?.sources.map(\.lastDay).max() ?? trends.streak?.lastDate
        let day = newest.map { max(last.startDate, min(end, $0)) } ?? end
        return samples(on: day)
    }

    private func samples(on day: CivilDate) -> HTML {
        card("samples", "Why this number") {
            smallText(
                "The samples of a day and their sources. Wrong ones can be corrected or deleted.")
            element(
                "form", ["class": "stack", "method": "get", "action": "\(selection.path)/days"]
            ) {
                FieldRow(
                    label: "Day", name: "on", id: "samples-day", type: "date",
                    value: "\(day)", problem: nil)
                button("Show the samples", id: "samples-show")
            }
            element("p") {
                anchor(
                    "Days with and without data", to: "\(selection.path)/coverage",
                    id: "coverage-link")
            }
        }
    }

    private var export: HTML {
        card("export", "Export") {
            element("ul", ["class": "row"]) {
                for kind in TrendDocument.Kind.allCases {
                    element("li") {
                        anchor(
                            kind.rawValue.uppercased(),
                            to: "\(selection.path).\(kind.rawValue)\(selection.query)",
                            class: "button small", id: "export-\(kind.rawValue)", download: "")
                    }
                }
            }
        }
    }
}
