package import Charts
import CivilTime
package import Contracts
import Milestones

extension Weights.TrendResponse: PicturePresentable {
    /// `isRanged` is true if an option limits the days.
    package func text(isRanged: Bool, _ styler: some TextStyler) -> String {
        let unit = unit.rawValue
        guard let last = days.last else {
            return NoDataText.series(HealthLinks.weightMetric, isRanged: isRanged)
        }
        var lines = [
            styler.styled("Weight, \(unit)", .bold)
                + ": \(NumberText.short(last.weight)) on \(last.date), "
                + "average \(NumberText.short(last.average)), \(direction.rawValue)"
        ]
        if let weeklyRate { lines.append("\(NumberText.signed(weeklyRate)) \(unit) in seven days") }
        if let ahead = forecast.last {
            lines.append(
                "On \(ahead.date) about \(NumberText.short(ahead.weight)) \(unit) "
                    + "(\(NumberText.short(ahead.low)) to \(NumberText.short(ahead.high)) in four of "
                    + "five cases, by Holt's method)")
        }
        if let prediction, let goal {
            lines.append("Goal \(NumberText.short(goal)) \(unit): \(prediction.sentence)")
        }
        return lines.joined(separator: "\n")
    }

    package var picture: Picture {
        WeightTrendChart(
            unit: unit.rawValue, days: days.map { ($0.date, $0.weight) },
            trend: days.map(\.average), level: level,
            forecast: forecast.map { ($0.date, $0.weight, $0.low, $0.high) }, goal: goal
        ).picture
    }
}

extension Weights.Prediction {
    fileprivate var sentence: String {
        switch status {
        case "atGoal": "reached."
        case "wrongDirection": "the trend leads away from it."
        case "tooSlow": "more than two years away at this pace."
        case "onTrack": "on \(date?.description ?? "-") at this pace."
        default: "too few weight entries; it takes entries on seven days."
        }
    }
}
