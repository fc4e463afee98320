import CivilTime
import Contracts
import Presentation

/// The change from one period to the next in words.
struct TrendVerdict {
    /// The trend in percent if its values are shares.
    let trends: Insights.TrendsResponse
    let format: MeasureFormat
    /// True if the change is that of all days of a range, not of the last interval.
    let isOfRange: Bool

    /// The last interval that is over, else the last one; nil without data.
    private var bucket: Insights.Bucket? {
        trends.series.last { !$0.partial } ?? trends.series.last
    }

    var html: HTML? {
        guard let bucket, let value = bucket.averageValue else { return nil }
        return element("p", ["class": "row"]) {
            element("span", ["class": "value"]) { format.short(value) }
            element("span", ["class": "soft small"]) {
                bucket.displayLabel + (bucket.partial ? ", not over" : "")
            }
            change
        }
    }

    private var change: HTML? {
        guard let change = trends.change, let earlier = trends.compared?.earlier,
            let later = trends.compared?.later
        else {
            return reason.map { text in element("span", ["class": "soft small"]) { text } }
        }
        let tone =
            switch change.verdict {
            case "win": " good"
            case "loss": " bad"
            default: ""
            }
        return group {
            element("span", ["class": "badge\(tone)"]) {
                if change.absolute != 0 {
                    element("span", ["aria-hidden": "true"]) { change.absolute > 0 ? "▲" : "▼" }
                    " "
                }
                words(change)
            }
            element("span", ["class": "soft small"]) {
                isOfRange
                    ? "average of \(days(of: later)) against \(days(of: earlier))"
                    : "\(later.label) against \(earlier.label)"
            }
        }
    }

    private func days(of period: Insights.Period) -> String {
        "\(period.from.dayMonthAndYear) to \(period.to.dayMonthAndYear)"
    }

    /// `loss of 7.3 %`, `change of +2.1 %` or `no change`.
    private func words(_ change: Insights.Change) -> String {
        guard change.absolute != 0 else { return "no change" }
        guard let percent = change.percent else {
            return "\(change.verdict) of \(format.short(abs(change.absolute)))"
        }
        return change.verdict == "change"
            ? "change of \(NumberText.percent(percent))"
            : "\(change.verdict) of \(NumberText.percent(abs(percent)).drop { $0 == "+" })"
    }

    /// The reason why there is no change; nil if none is given.
    private var reason: String? {
        guard let compared = trends.compared else { return nil }
        let earlier = compared.earlier?.label ?? "the period before"
        return switch compared.reason {
        case .nothingComplete: "no \(trends.interval.rawValue) is over yet"
        case .earlierEmpty: "no data in \(earlier) to compare with"
        case .laterEmpty: "no data in \(compared.later?.label ?? "the period")"
        case .notNumbers, nil: nil
        }
    }
}
