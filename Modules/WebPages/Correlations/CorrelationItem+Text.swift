import CivilTime
import Contracts
import Presentation

/// Texts of samples that were measured together.
extension Insights.CorrelationItem {
    /// The local day of the start; nil if the start is not a date.
    var date: CivilDate? { CivilDate(start.prefix("YYYY-MM-DD".count)) }

    /// `Sunday 22 November`; the start itself if it is not a date.
    func dayText(near today: CivilDate) -> String {
        date.map { $0.longText(near: today) } ?? start
    }

    /// `12:05`, or `12:05 to 12:30`.
    var timeText: String {
        let (start, end) = (TimeText.time(start), TimeText.time(end))
        return start == end ? start : "\(start) to \(end)"
    }

    /// The name of a food; nil: none.
    var foodName: String? {
        metadata["HKFoodType"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// `Energy consumed 612 kcal, Protein 12 g`.
    var valuesText: String {
        members.map { "\(Self.title(of: $0.metric)) \($0.valueText)" }.joined(separator: ", ")
    }

    /// The first value of a metric; nil: none.
    func member(_ metric: String) -> Member? { members.first { $0.metric == metric } }

    /// The title of a metric; `Protein` of `dietaryProtein`.
    private static func title(of metric: String) -> String {
        let prefix = "dietary"
        return metric.hasPrefix(prefix)
            ? KeyTitle.title(String(metric.dropFirst(prefix.count))) : MetricTitle.title(metric)
    }
}

extension Insights.CorrelationItem.Member {
    /// The value with a narrow no-break space before its unit.
    var valueText: String {
        let number = NumberText.withMinusSign(NumberText.entered(value))
        let unit = UnitText.short(unit, of: metric)
        return unit.isEmpty ? number : "\(number)\u{202F}\(unit)"
    }
}
