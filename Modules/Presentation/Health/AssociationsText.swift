package import Contracts

extension Insights.AssociationsResponse {
    /// A sentence for each pair, and that an association is not a cause. `name` is the metric or
    /// activity that was asked for; nil: all.
    package func text(name: String?, _ styler: some TextStyler) -> String {
        guard !associations.isEmpty else { return emptyText(name: name) }
        return (associations.map(\.sentence) + [styler.styled(notice, .dim)])
            .joined(separator: "\n")
    }

    /// The reason for an empty answer.
    package var emptyReason: String {
        compared < 2
            ? "Associations need two metrics or activities with values on 60 days."
            : "No pair of \(compared) metrics and activities moves together by more than chance "
                + "explains."
    }

    private func emptyText(name: String?) -> String {
        if compared < 2 { return emptyReason + " Import some with: dayline import FILE" }
        guard let name else { return emptyReason }
        return "No metric or activity moves together with \(name.onOneLine) by more than chance "
            + "explains. See all pairs with: dayline associations"
    }
}

extension Insights.Association {
    /// The pair in a sentence, such as "After days with Sleep above 7 h, Resting heart rate is
    /// 2.1 bpm lower on average (312 against 401 days; 95 % interval 1.6 to 2.6)."
    package var sentence: String {
        kind == "difference" ? differenceSentence : correlationSentence
    }

    private var differenceSentence: String {
        let days = lag == "nextDay" ? "After days" : "On days"
        let group =
            threshold.map { limit in
                "with \(title(a)) above \(NumberText.entered(limit))"
                    + suffix(UnitText.short(thresholdUnit ?? "", of: a))
            } ?? "with \(title(a)) done"
        let isLower = effect < 0
        let bounds = isLower ? (-high, -low) : (low, high)
        return "\(days) \(group), \(title(b)) is \(NumberText.short(abs(effect)))"
            + suffix(unit == "%" ? "percentage points" : UnitText.short(unit, of: b))
            + " \(isLower ? "lower" : "higher") on average (\(counts) days; 95 % interval "
            + "\(NumberText.short(bounds.0)) to \(NumberText.short(bounds.1)))."
    }

    private var correlationSentence: String {
        let time = lag == "weekOverWeek" ? "from week to week" : "on the same day"
        let direction = effect < 0 ? "in opposite directions" : "in the same direction"
        return "\(title(a)) and \(title(b)) change \(direction) \(time) (correlation "
            + "\(NumberText.short(effect)); 95 % interval \(NumberText.short(low)) to "
            + "\(NumberText.short(high)); \(total) \(lag == "weekOverWeek" ? "weeks" : "days"))."
    }

    /// The numbers of days of both groups.
    private var counts: String {
        days.map { NumberText.count($0) }.joined(separator: " against ")
    }

    private var total: String { NumberText.count(days.reduce(0, +)) }

    private func title(_ name: String) -> String { MetricTitle.title(name).onOneLine }

    private func suffix(_ unit: String) -> String { unit.isEmpty ? "" : " \(unit)" }
}
