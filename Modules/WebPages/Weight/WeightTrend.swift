import CivilTime
import Contracts
import Milestones
import Presentation

/// The picture of the trend of the weight, with its explanation.
struct WeightTrend: HTMLPart {
    let summary: WeightSummary
    /// The days up to the last weight; nil: all.
    let dayCount: Int?

    /// The half of the interval of a forecast from which its area is visible.
    private static let leastMargin = 0.05

    private var days: [Weights.Day] {
        let all = summary.trend.days
        guard let dayCount, let last = all.last else { return all }
        return all.filter { $0.date > last.date.advanced(by: -dayCount) }
    }

    @HTMLBuilder var html: HTML {
        let picture = WeightPicture(days: days, trend: summary.trend)
        if let svg = picture.html {
            svg
            element("p", ["class": "soft small"]) { explanation(picture) }
        } else {
            element("p", ["class": "soft"]) { "There are no weights yet." }
        }
    }

    private func explanation(_ picture: WeightPicture) -> String {
        var sentences = [
            picture.isThinned
                ? "Dots are a part of the measurements, the line is the trend."
                : "Dots are measurements, the line is the trend."
        ]
        if let rate = summary.trend.weeklyRate {
            let change = NumberText.withMinusSign(NumberText.signed(rate))
            sentences.append("The weight changes by \(change) \(summary.unit.rawValue) a week.")
        }
        if let prediction = summary.predictionText { sentences.append(prediction) }
        if let last = summary.trend.forecast.last {
            sentences.append(
                "The dashed line is the forecast from the newest weights; the trend is an average, which follows them later."
            )
            let margin = (last.high - last.low) / 2
            if margin >= Self.leastMargin {
                sentences.append(
                    "The pale area is the 80 % interval of the forecast: "
                        + "±\(NumberText.short(margin)) \(summary.unit.rawValue) on its last day.")
            }
        }
        return sentences.joined(separator: " ")
    }
}
