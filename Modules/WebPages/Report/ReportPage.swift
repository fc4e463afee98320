import Charts
import CivilTime
import Contracts
import Presentation

/// The report of a week, month or year.
struct ReportPage {
    /// The lengths of periods. Raw values are those of the request.
    enum Period: String, CaseIterable {
        case week, month, year

        var title: String {
            switch self {
            case .week: "Week"
            case .month: "Month"
            case .year: "Year"
            }
        }
    }

    let period: Period
    let report: Insights.ReportResponse
    /// Today in the profile's zone.
    let today: CivilDate

    var page: Page {
        Page(
            "Report", in: .insights,
            topics: [.entries, .activities, .goals, .health, .weight, .settings], content: content)
    }

    private var content: HTML {
        let report = report.localized(period)
        let (document, narrow) = (report.document, report.document(.narrowFile))
        return group {
            pageHead(
                document.title, crumbs: [("Insights", "/insights")], place: "Report",
                fragment: "report-head"
            ) {
                periods
            }
            element("div", ["class": "stack", "data-fragment": "report"]) {
                neighbors
                element("section", ["class": "card document"]) {
                    for (block, narrow) in zip(document.blocks, narrow.blocks) {
                        html(block, narrow)
                    }
                }
                files
            }
        }
    }

    private var periods: HTML {
        segmentLinks(
            "Period",
            Period.allCases.map {
                (
                    $0.title, Self.path($0, on: report.through), "period-\($0.rawValue)",
                    $0 == period
                )
            })
    }

    /// Links to the period before and the period after.
    private var neighbors: HTML {
        let next = report.to.advanced(by: 1)
        return element("nav", ["class": "row", "aria-label": "Other periods"]) {
            anchor(
                "\(period.title) before", to: Self.path(period, on: report.previous.to),
                class: "button", id: "report-previous")
            if next <= today {
                anchor(
                    "\(period.title) after",
                    to: Self.path(period, on: min(today, lastDay(from: next))), class: "button",
                    id: "report-next")
            }
        }
    }

    /// The last day of the period that begins on `day`.
    private func lastDay(from day: CivilDate) -> CivilDate {
        switch period {
        case .week: day.advanced(by: 6)
        case .month: day.advanced(by: 27)
        case .year: day.advanced(by: 364)
        }
    }

    private var files: HTML {
        element("p", ["class": "row"]) {
            for kind in ReportFile.allCases {
                anchor(
                    kind.title,
                    to: "/report/\(period.rawValue).\(kind.rawValue)?on=\(report.through)",
                    class: "button", download: "")
            }
        }
    }

    /// The block, with the picture of `narrow` for narrow screens.
    private func html(_ block: Document.Block, _ narrow: Document.Block) -> HTML {
        switch (block, narrow) {
        case (.heading(let text), _): element("h2") { text }
        case (.paragraph(let text), _): element("p") { text }
        case (.picture(let picture), .picture(let narrow)): figure(picture, narrow)
        case (.picture(let picture), _): figure(picture, picture)
        case (.table(let table), _):
            RowTable(
                caption: table.caption,
                columns: table.columns.enumerated().map { index, column in
                    let title = column.prefix(1).uppercased() + column.dropFirst()
                    return index == 0 ? .text(title) : .number(title)
                },
                rows: table.rows
            ).html
        }
    }

    /// A picture in two widths, of which the style sheet shows one. One that is wider than a phone
    /// is scrolled.
    private func figure(_ picture: Picture, _ narrow: Picture) -> HTML {
        let isScrolled = narrow.width > PictureFormat.narrowFile.width
        return element(
            "figure",
            [
                "class": isScrolled ? "picture scrolled" : "picture",
                "tabindex": isScrolled ? "0" : nil,
            ]
        ) {
            HTML.markup(picture.webMarkup(class: "only-wide"))
            HTML.markup(narrow.webMarkup(class: "only-narrow"))
        }
    }

    private static func path(_ period: Period, on day: CivilDate) -> String {
        "/report?period=\(period.rawValue)&on=\(day)"
    }
}

/// The kinds of files that a report is downloaded as. Raw values are the ends of their names.
enum ReportFile: String, CaseIterable {
    case pdf, html

    var title: String {
        switch self {
        case .pdf: "PDF"
        case .html: "HTML page"
        }
    }

    func reply(_ document: Document) throws -> WebReply {
        switch self {
        case .pdf: .document(type: "application/pdf", bytes: try document.pdf())
        case .html:
            .document(type: "text/html; charset=utf-8", bytes: Array(document.html.utf8))
        }
    }
}
