import CivilTime
import Contracts

/// Formats the comparison of two periods, or the reason why there is no comparison.
struct ComparisonText {
    private let trends: Insights.TrendsResponse
    private let compared: Insights.ComparedPeriods

    /// Nil if no comparison was requested.
    init?(_ trends: Insights.TrendsResponse) {
        guard let compared = trends.compared else { return nil }
        self.trends = trends
        self.compared = compared
    }

    func text(_ styler: some TextStyler) -> String {
        guard let change = trends.change, let earlier = compared.earlier?.label,
            let later = compared.later?.label
        else { return "Nothing to compare: \(reason)" }
        let percent = change.percent.map { " (\(NumberText.percent($0)))" } ?? ""
        let text =
            "\(later) against \(earlier): \(NumberText.signed(change.absolute)) \(measure)\(percent)"
        return switch change.verdict {
        case "win": styler.styled("\(text), a win", .green)
        case "loss": styler.styled("\(text), a loss", .red)
        default: text
        }
    }

    /// The unit, or the metric's name for a metric without a unit.
    private var measure: String {
        if trends.isYesNo == true { return "points of \(trends.metric.onOneLine)" }
        let unit = UnitText.short(trends.unit, of: trends.metric)
        return unit.isEmpty ? trends.metric.onOneLine : unit
    }

    private var reason: String {
        let interval = trends.interval.rawValue
        let earlier = compared.earlier?.label ?? "the period before"
        let later = compared.later?.label ?? "the period"
        return switch compared.reason {
        case .nothingComplete:
            "no \(interval) with data is over yet. Choose a shorter one with --interval."
        case .earlierEmpty: "\(earlier), the period before \(later), has no data."
        case .laterEmpty: "\(later) has no data."
        case .notNumbers, nil: "\"\(trends.metric.onOneLine)\" has answers, not numbers."
        }
    }
}
