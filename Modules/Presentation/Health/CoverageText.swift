import CivilTime
package import Contracts
import Texts

extension Insights.CoverageResponse {
    /// The number of days of each state, rows of consecutive days, and the days to send again.
    package func text(_ styler: some TextStyler) -> String {
        guard let first = days.first, let last = days.last else { return "The range has no days." }
        var lines = ["\(UnitText.heading(metric, in: unit)), \(first.date)..\(last.date)"]
        lines.append(
            TextTable(
                of: runs, .left("from", \.first), .left("to", \.last),
                .right("days") { NumberText.count($0.count) }, .left("data") { $0.title }
            ).text(styler))
        if isPushed, !daysToSendAgain.isEmpty {
            let short = days.count(where: \.isShort)
            if short > 0 {
                lines.append(
                    "On \(NumberText.days(short)) a push had delivered less than the measurements.")
            }
            lines.append(
                "Send the missing days again: in Health Auto Export, open Automations, your "
                    + "automation, Manual Export, and choose \(daysToSendAgain).")
        }
        return lines.joined(separator: "\n")
    }

    /// The days without data, or with totals only that are known to be short, as ranges.
    private var daysToSendAgain: String {
        runs.filter { $0.state == .none }.map {
            $0.count == 1 ? $0.first : "\($0.first)..\($0.last)"
        }.joined(separator: ", ")
    }

    /// Consecutive days with one state.
    private var runs: [DayRun] {
        days.reduce(into: []) { runs, day in
            if let last = runs.last, last.state == day.state, last.isShort == day.isShort {
                runs[runs.count - 1].last = day.date.description
                runs[runs.count - 1].count += 1
            } else {
                runs.append(
                    DayRun(
                        state: day.state, isShort: day.isShort, first: day.date.description,
                        last: day.date.description))
            }
        }
    }
}

private struct DayRun {
    var state: Insights.Coverage
    var isShort: Bool
    var first: String
    var last: String
    var count = 1

    var title: String {
        let state =
            switch state {
            case .raw: "measurements"
            case .aggregate: "totals only"
            case .partial: "measurements for a part, totals for the rest"
            case .none: "none"
            }
        return isShort ? state + "; a push had less" : state
    }
}
