import CivilTime
import Contracts
import Milestones
import Presentation

/// The picture of the trend of the weight, with its explanation.
struct WeightTrend {
    let summary: WeightSummary
    let range: WeightRange

    /// The half of the interval of a forecast from which its area is visible.
    private static let leastMargin = 0.05

    private var days: [Weights.Day] {
        let all = summary.trend.days
        guard case .days(let count) = range, let last = all.last else { return all }
        return all.filter { $0.date > last.date.advanced(by: -count) }
    }

    var html: HTML {
        let picture = WeightPicture(days: days, trend: summary.trend)
        return group {
            if let svg = picture.html {
                svg
                element("p", ["class": "soft small"]) { explanation(picture) }
            } else {
                element("p", ["class": "soft"]) { "There are no weights yet." }
            }
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

/// The days of the picture of the weight.
enum WeightRange: Hashable {
    /// A number of days up to the last weight.
    case days(Int)
    case all

    /// The names of ranges in queries, with their titles.
    static let choices: [(name: String, title: String, range: WeightRange)] = [
        ("3m", "3 months", .days(92)), ("1y", "Year", .days(366)), ("all", "All", .all),
    ]

    /// The range of a name; nil for another name: three months.
    init(name: String?) {
        self = Self.choices.first { $0.name == name }?.range ?? .days(92)
    }

    /// Links to the ranges, the present one marked.
    var segments: HTML {
        element("nav", ["class": "segments", "aria-label": "Range"]) {
            for choice in Self.choices {
                element(
                    "a",
                    [
                        "href": "/weight?range=\(choice.name)", "id": "range-\(choice.name)",
                        "aria-current": choice.range == self ? "true" : nil,
                    ]
                ) { choice.title }
            }
        }
    }
}
