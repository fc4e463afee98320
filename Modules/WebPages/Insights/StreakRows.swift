import Contracts
import Presentation

/// Streaks in order, with bars that compare their lengths.
struct StreakRows: HTMLPart {
    let streaks: [Statistics.Streak]

    /// The length of the longest bar in days.
    private var scale: Int { max(1, streaks.map(\.current).max() ?? 1) }

    var html: HTML {
        element("ol", ["class": "rows ranked"]) {
            for (index, streak) in streaks.enumerated() { row(index + 1, streak) }
        }
    }

    private func row(_ rank: Int, _ streak: Statistics.Streak) -> HTML {
        let isLongest = streak.current > 0 && streak.current >= streak.longest
        let length = NumberText.streak(streak.current, streak.unit)
        return element("li") {
            element("span", ["class": "rank"]) { "\(rank)" }
            element("div") {
                activityLink(streak.id, streak.name)
                smallText(
                    isLongest
                        ? "the longest so far"
                        : "longest \(NumberText.streak(streak.longest, streak.unit))")
            }
            element("span", ["class": "result"]) { length }
            element(
                "progress",
                [
                    "class": "bar \(isLongest ? Tone.green.className : Tone.grey.className)",
                    "max": "\(scale)", "value": "\(streak.current)",
                    "aria-label": "\(streak.name): \(length)",
                ])
        }
    }
}
