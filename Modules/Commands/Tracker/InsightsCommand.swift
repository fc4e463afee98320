import ArgumentParser
import Charts
import CivilTime
import Contracts
import RPC
import Tracker

struct InsightsCommand: PictureCommand {
    static let configuration = CommandConfiguration(
        commandName: "insights",
        abstract: "Show streaks, activities that fall behind, changes and rates.")
    static let method = Statistics.insights

    @Flag(
        name: .customLong("by-type"),
        help: "List all activities by type, most recently logged first.")
    var byType = false

    @OptionGroup var asOf: AsOfOption
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    var request: Statistics.AsOfRequest { Statistics.AsOfRequest(on: asOf.on) }

    func picture(_ cards: Statistics.InsightsResponse) -> Picture { cards.chart.picture }

    func text(_ cards: Statistics.InsightsResponse, _ output: Output) -> String {
        byType ? cards.kindsText(output) : cards.text(output)
    }
}

extension Statistics.InsightsResponse {
    fileprivate var chart: ScorecardChart {
        ScorecardChart(
            rows: scorecards.map { card in
                ScorecardChart.Row(
                    name: card.category ?? "none", shares: [card.days7, card.days30, card.days90])
            }, spans: [7, 30, 90])
    }

    fileprivate func kindsText(_ output: Output) -> String {
        guard !kinds.isEmpty else {
            return "There are no insights yet. Begin with: dayline activity add Floss"
        }
        return kinds.map { kind in
            var table = TextTable([(kind.type.rawValue, .left), ("last", .left), ("", .left)])
            for recent in kind.activities {
                table.add([
                    recent.name, recent.date?.description ?? "never",
                    recent.entry?.summaryText ?? "",
                ])
            }
            return table.text(output)
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
        lines += encouragement.targets.map { target in
            let unit = target.unit.map { " \($0)" } ?? ""
            return "\(target.name)  reached on \(target.reached) of \(target.days) days: how about "
                + "\(NumberText.entered(target.suggested))\(unit) instead of "
                + "\(NumberText.entered(target.target))\(unit)?"
        }
        return lines
    }

    fileprivate func text(_ output: Output) -> String {
        var lines: [String] = []
        func add(_ title: String, _ card: [String]) {
            guard !card.isEmpty else { return }
            lines.append(output.styled(title, .bold))
            lines += card.map { "  \($0)" }
        }
        func percent(_ share: Double?) -> String {
            share.map(NumberText.share) ?? "-"
        }
        add("suggestions", encouragementLines)
        add("streaks", streakBoard.map { "\($0.name)  \(NumberText.days($0.current))" })
        add("behind", behind.map { "\($0.name)  \(percent($0.rate)) of the last 7 days" })
        add(
            "changes",
            wins.map { win in
                let sign = win.change < 0 ? "-" : "+"
                return "\(win.name)  \(sign)\(win.text)\(win.unit.map { " \($0)" } ?? "")"
                    + (win.verdict == "change" ? "" : ", a \(win.verdict)")
            })
        add(
            "categories (7, 30, 90 days)",
            scorecards.map { card in
                let scores = [card.days7, card.days30, card.days90].map(percent)
                return "\(card.category ?? "none")  \(scores.joined(separator: "  "))"
            })
        add(
            "answers",
            responses.map { response in
                let value = response.value.map(NumberText.entered) ?? response.text ?? ""
                return "\(response.name)  \(value)\(response.unit.map { " \($0)" } ?? "")  "
                    + "\(response.date)"
            })
        add("annotations", annotations.map(\.line))
        return lines.isEmpty
            ? "There are no insights yet. Begin with: dayline activity add Floss"
            : lines.joined(separator: "\n")
    }
}
