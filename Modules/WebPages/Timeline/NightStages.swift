import Contracts
import Presentation

/// The stages of a night over its time, in four rows from awake to deep.
struct NightStages {
    private let intervals: [Insights.StageInterval]
    private let start: String
    private let end: String

    private static let rows = ["awake", "rem", "core", "deep"]
    private static let width = 720.0

    init(_ night: Insights.Night) {
        intervals = night.intervals ?? []
        start = TimeText.time(night.start)
        end = TimeText.time(night.end)
    }

    /// The end of the last interval, in minutes after the start of the night.
    private var length: Double { intervals.map { $0.offset + $0.minutes }.max() ?? 0 }

    /// The longest time asleep without being awake, in minutes; nil: unknown.
    var longestSleep: Double? {
        var longest = 0.0
        var sleep: (from: Double, to: Double)?
        for interval in intervals where interval.stage != "awake" {
            if let now = sleep, interval.offset <= now.to {
                sleep = (now.from, max(now.to, interval.offset + interval.minutes))
            } else {
                sleep = (interval.offset, interval.offset + interval.minutes)
            }
            longest = max(longest, (sleep?.to ?? 0) - (sleep?.from ?? 0))
        }
        return longest > 0 ? longest : nil
    }

    /// The picture with the times of its ends; `label` is read by screen readers.
    func html(label: String) -> HTML {
        guard length > 0 else { return .empty }
        return element("div", ["class": "night"]) {
            element(
                "svg",
                [
                    "viewBox": "0 0 720 72", "preserveAspectRatio": "none", "role": "img",
                    "aria-label": label,
                ]
            ) {
                for interval in intervals {
                    if let row = Self.rows.firstIndex(of: interval.stage) {
                        bar(interval, row: row)
                    }
                }
            }
            element("p", ["class": "row apart soft small"]) {
                element("span") { start }
                element("span") { end }
            }
        }
    }

    private func bar(_ interval: Insights.StageInterval, row: Int) -> HTML {
        element(
            "rect",
            [
                "class": interval.stage,
                "x": oneDecimal(interval.offset / length * Self.width), "y": "\(row * 18)",
                "width": oneDecimal(max(1, interval.minutes / length * Self.width)),
                "height": "15", "rx": "2.5",
            ])
    }
}
