import CivilTime
import Contracts
import Presentation
import Tracker

/// The runs of completed days, weeks or months of an activity, newest first, with the day that ended each.
struct StreakHistoryCard: HTMLPart {
    let runs: [Statistics.Run]
    /// The unit of the lengths of the runs.
    let unit: StreakUnit
    /// The path of the page of the activity.
    let path: String
    let today: CivilDate

    private static let count = 6
    private var scale: Int { max(1, runs.map(\.days).max() ?? 1) }

    var html: HTML {
        card("streak-history", "Streaks") {
            if runs.isEmpty {
                element("p", ["class": "soft"]) {
                    "A streak begins with the first completed day."
                }
            } else {
                rowList(runs.prefix(Self.count).map(row))
            }
        }
    }

    private func row(_ run: Statistics.Run) -> HTML {
        let length = NumberText.streak(run.days, unit)
        let first = run.from.text(near: today)
        let span =
            run.missed == nil
            ? "Since \(first)" : run.days == 1 ? first : "\(first) to \(run.to.text(near: today))"
        return element("li") {
            element("div") {
                span
                element("p", ["class": "soft small"]) {
                    if let missed = run.missed {
                        "ended by "
                        anchor(
                            "\(missed.weekdayName) \(missed.text(near: today))",
                            to: "\(path)/explain?on=\(missed)")
                    } else {
                        "the current streak"
                    }
                }
            }
            element("span", ["class": "result"]) { length }
            shareBar(
                Double(run.days) / Double(scale), "\(span): \(length)",
                run.missed == nil ? .green : .grey, isWide: true)
        }
    }
}
