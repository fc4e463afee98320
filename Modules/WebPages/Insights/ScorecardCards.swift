import Contracts
import Presentation

/// The completion of each category over 7, 30 and 90 days.
struct ScorecardCards {
    let scorecards: [Statistics.Scorecard]

    var html: HTML? {
        guard !scorecards.isEmpty else { return nil }
        return element(
            "section",
            ["class": "stack", "aria-labelledby": "sc", "data-fragment": "scorecards"]
        ) {
            element("h2", ["id": "sc"]) { "Scorecards" }
            element("div", ["class": "columns thirds"]) {
                for (index, card) in scorecards.enumerated() { html(of: card, "sc-\(index)") }
            }
        }
    }

    private func html(of card: Statistics.Scorecard, _ id: String) -> HTML {
        element("section", ["class": "card", "aria-labelledby": id, "data-fragment": id]) {
            element("header") {
                element("h3", ["id": id]) { card.category ?? "No category" }
                element("span", ["class": "value"]) { NumberText.share(card.days7) }
            }
            element("div", ["class": "stack tight"]) {
                for (days, share) in [(7, card.days7), (30, card.days30), (90, card.days90)] {
                    element("div", ["class": "row apart small"]) {
                        element("span", ["class": "soft"]) { "\(days) days" }
                        element("span") { NumberText.share(share) }
                    }
                    if let share {
                        shareBar(
                            share, "\(days) days: \(NumberText.share(share))", Self.tone(of: share))
                    }
                }
            }
            element("p", ["class": "soft small"]) {
                NumberText.count(card.activities, "activity", "activities")
                if card.doingWell {
                    ", "
                    element("span", ["class": "good"]) { "doing well" }
                }
                if card.needsAttention {
                    ", "
                    element("span", ["class": "warn"]) { "needs attention" }
                }
            }
        }
    }

    private static func tone(of share: Double) -> Tone { share > 0 ? .green : .grey }
}
