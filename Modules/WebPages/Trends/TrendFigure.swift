import Charts
import CivilTime
import Contracts
import Presentation

/// The picture of a trend in two widths, of which the style sheet shows one, and its legend.
struct TrendFigure: HTMLPart {
    let title: String
    /// With the buckets of the period before if the picture shows them.
    let trends: Insights.TrendsResponse
    let notes: [Statistics.Annotation]
    let format: MeasureFormat

    private static let wide = PictureFormat.web(width: 720, height: 260, name: "wide")
    private static let narrow = PictureFormat.web(
        width: PictureFormat.narrowWidth, height: 250, name: "narrow")

    @HTMLBuilder var html: HTML {
        let sentences = BucketSentences(trends.inPercent, format)
        let picture = TrendPicture([trends], annotations: notes, detail: sentences.text)
        element(
            "figure",
            [
                "class": "picture", "data-picture": "", "data-table": "trend-table",
                "data-label": "\(title), selected \(trends.interval.rawValue)",
            ]
        ) {
            HTML.markup(picture.picture(Self.wide).webMarkup(class: "only-wide"))
            HTML.markup(picture.picture(Self.narrow).webMarkup(class: "only-narrow"))
        }
        legend(picture)
    }

    private func legend(_ picture: TrendPicture) -> HTML {
        element("ul", ["class": "legend tone-accent"]) {
            element("li") {
                element("span", ["class": "swatch", "aria-hidden": "true"])
                "this period"
            }
            if let name = picture.previousName { item(Self.dotted, name) }
            if trends.forecast?.isEmpty == false {
                item(Self.band, "forecast, 95 % interval")
            }
            if trends.series.contains(where: \.partial) {
                item(Self.hatch, "not over, left out of the comparison")
            }
        }
    }

    private func item(_ sign: HTML, _ text: String) -> HTML {
        element("li") {
            sign
            text
        }
    }

    private static let dotted = HTML.markup(
        """
        <svg width="24" height="6" aria-hidden="true">\
        <path class="line dotted s-grey" d="M1 3h22"/></svg>
        """)
    private static let band = HTML.markup(
        """
        <svg width="12" height="12" aria-hidden="true">\
        <rect class="band f-accent" width="12" height="12"/></svg>
        """)
    private static let hatch = HTML.markup(
        """
        <svg width="12" height="12" aria-hidden="true">\
        <path class="hatch" d="M0 12l12-12M0 6l6-6M6 12l6-6"/></svg>
        """)
}
