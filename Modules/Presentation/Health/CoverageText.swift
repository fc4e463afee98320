package import CivilTime
package import Contracts
import Texts

extension Insights.CoverageResponse {
    /// The number of days of each state, rows of consecutive days, and the days to send again.
    package func text(_ styler: some TextStyler) -> String {
        guard let first = days.first, let last = days.last else { return "The range has no days." }
        var lines = ["\(UnitText.heading(metric, in: unit)), \(first.day)..\(last.day)"]
        lines.append(
            TextTable(
                of: runs, .left("from", \.first), .left("to", \.last),
                .right("days") { NumberText.count($0.count) }, .left("data") { $0.title }
            ).text(styler))
        if isPushed {
            if !shortDays.isEmpty {
                lines.append(
                    "A push had delivered less than the measurements on \(Self.text(shortDays)).")
            }
            if !daysToRequest.isEmpty {
                lines.append(
                    "Send the missing days again: in Health Auto Export, open Automations, your "
                        + "automation, Manual Export, and choose \(Self.text(daysToRequest)).")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// The days on which a push had delivered less than the measurements, as ranges.
    package var shortDays: [ClosedRange<CivilDate>] { ranges(where: \.isShort) }

    /// The days to send again, as ranges: without data, or with totals that are known to be short.
    package var daysToRequest: [ClosedRange<CivilDate>] {
        ranges { $0.state == .none || $0.isShort }
    }

    private func ranges(
        where isIncluded: (Insights.CoveredDay) -> Bool
    ) -> [ClosedRange<CivilDate>] {
        days.filter(isIncluded).reduce(into: []) { ranges, day in
            if let last = ranges.last, last.upperBound.advanced(by: 1) == day.day {
                ranges[ranges.count - 1] = last.lowerBound...day.day
            } else {
                ranges.append(day.day...day.day)
            }
        }
    }

    /// The ranges as `2026-11-02, 2026-11-05..2026-11-06`.
    private static func text(_ ranges: [ClosedRange<CivilDate>]) -> String {
        ranges.map {
            $0.lowerBound == $0.upperBound
                ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)"
        }.joined(separator: ", ")
    }

    /// Consecutive days with one state.
    private var runs: [DayRun] {
        days.reduce(into: []) { runs, day in
            if let last = runs.last, last.state == day.state, last.isShort == day.isShort {
                runs[runs.count - 1].last = day.day.description
                runs[runs.count - 1].count += 1
            } else {
                runs.append(
                    DayRun(
                        state: day.state, isShort: day.isShort, first: day.day.description,
                        last: day.day.description))
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
