package import Charts
import CivilTime
package import Contracts
import Tracker

extension Statistics.InsightsResponse: PicturePresentable {
    package var picture: Picture {
        ScorecardChart(
            rows: scorecards.map { card in
                ScorecardChart.Row(
                    name: card.category ?? "none", shares: [card.days7, card.days30, card.days90])
            }, spans: [7, 30, 90]
        ).picture
    }

    private static let noInsights =
        "There are no insights yet. Begin with: dayline activity add Floss"

    /// A table for each type of activities, most recently logged first.
    package func textByType(_ styler: some TextStyler) -> String {
        guard !kinds.isEmpty else { return Self.noInsights }
        return kinds.map { kind in
            TextTable(
                of: kind.activities, .left(kind.type.rawValue, \.name),
                .left("last") { $0.date?.description ?? "never" }, .left("", \.entry?.summaryText)
            ).text(styler)
        }.joined(separator: "\n\n")
    }

    /// An improved activity, an open one, and activities whose target no longer fits.
    private var encouragementLines: [String] {
        var lines: [String] = []
        if let improved = encouragement.improved {
            lines.append(
                "\(improved.name)  \(NumberText.share(improved.now)) of the last 7 days, after "
                    + "\(NumberText.share(improved.before)) of the 7 before")
        }
        if let nudge = encouragement.nudge { lines.append("\(nudge.name)  is open today") }
        return lines
            + encouragement.targets.map { target in
                "\(target.name)  reached on \(target.reached) of \(target.days) days: how about "
                    + "\(NumberText.entered(target.suggested, target.unit)) instead of "
                    + "\(NumberText.entered(target.target, target.unit))?"
            }
    }

    /// The cards, each with its title.
    package func text(_ styler: some TextStyler) -> String {
        var lines: [String] = []
        func add(_ title: String, _ card: [String]) {
            guard !card.isEmpty else { return }
            lines.append(styler.styled(title, .bold))
            lines += card.map { "  \($0)" }
        }
        add("suggestions", encouragementLines)
        add("streaks", streakBoard.map { "\($0.name)  \(NumberText.streak($0.current, $0.unit))" })
        add("behind", behind.map { "\($0.name)  \(NumberText.share($0.rate)) of the last 7 days" })
        add(
            "changes",
            wins.map { win in
                let sign = win.change < 0 ? "-" : "+"
                return "\(win.name)  \(sign)\(win.text)\(NumberText.suffix(win.unit))"
                    + (win.verdict == "change" ? "" : ", a \(win.verdict)")
            })
        add(
            "categories (7, 30, 90 days)",
            scorecards.map { card in
                let scores = [card.days7, card.days30, card.days90].map { NumberText.share($0) }
                return "\(card.category ?? "none")  \(scores.joined(separator: "  "))"
            })
        add(
            "answers",
            responses.map { response in
                let value = response.value.map { NumberText.entered($0) } ?? response.text ?? ""
                return "\(response.name)  \(value)\(NumberText.suffix(response.unit))  "
                    + "\(response.date)"
            })
        add("annotations", annotations.map(\.line))
        return lines.isEmpty ? Self.noInsights : lines.joined(separator: "\n")
    }
}
