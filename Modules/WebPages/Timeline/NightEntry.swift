import CivilTime
import Contracts
import Presentation

/// A night in the timeline: the time asleep and the share of each stage.
struct NightEntry {
    let night: Insights.Night

    var html: HTML {
        TimelineEntry(
            id: "night-\(night.day)", tone: .indigo, title: "Night to \(night.day.weekdayName)",
            path: nil,
            detail: "\(TimeText.time(night.start)) to \(TimeText.time(night.end))",
            content: group {
                element("p", ["class": "row"]) {
                    element("span", ["class": "value"]) {
                        MeasureFormat.duration(minutes: night.asleepMinutes)
                    }
                    element("span", ["class": "soft small"]) { remark }
                }
                if hasStages { stages }
            }
        ).html
    }

    private var remark: String {
        let inBed = "asleep, \(MeasureFormat.duration(minutes: night.inBedMinutes)) in bed"
        return night.naps.isEmpty
            ? inBed : "\(inBed), \(NumberText.count(night.naps.count, "nap")) not counted"
    }

    private struct Stage {
        var name: String
        /// The class of the rectangle.
        var className: String
        var minutes: Double
        /// The upper edge of the row.
        var top: Int
    }

    private var rows: [Stage] {
        [
            Stage(name: "awake", className: "awake", minutes: night.stages.awake, top: 0),
            Stage(name: "REM", className: "rem", minutes: night.stages.rem, top: 18),
            Stage(name: "core", className: "core", minutes: night.stages.core, top: 36),
            Stage(name: "deep", className: "deep", minutes: night.stages.deep, top: 54),
        ]
    }

    /// True if the stages of the night are known, not only the time asleep.
    private var hasStages: Bool {
        night.stages.rem > 0 || night.stages.core > 0 || night.stages.deep > 0
    }

    /// `Awake 25 min, REM 1 h 44 m, core 4 h 2 m, deep 1 h 35 m.`
    private var words: String {
        var parts = rows.map { "\($0.name) \(MeasureFormat.duration(minutes: $0.minutes))" }
        if night.stages.unspecified > 0 {
            let minutes = MeasureFormat.duration(minutes: night.stages.unspecified)
            parts.append("without a stage \(minutes)")
        }
        let text = parts.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// A row for each stage, as long as its share of the time in bed.
    private var stages: HTML {
        let whole = max(night.inBedMinutes, rows.map(\.minutes).reduce(0, +), 1)
        return group {
            element("div", ["class": "night"]) {
                element(
                    "svg",
                    [
                        "viewBox": "0 0 720 72", "preserveAspectRatio": "none", "role": "img",
                        "aria-label": words,
                    ]
                ) {
                    for row in rows where row.minutes > 0 {
                        element(
                            "rect",
                            [
                                "class": row.className, "x": "0", "y": "\(row.top)",
                                "width": oneDecimal(row.minutes / whole * 720), "height": "15",
                                "rx": "2.5",
                            ])
                    }
                }
            }
            element("ul", ["class": "legend"]) {
                for (tone, swatch, name) in [
                    ("orange", "", "awake"), ("indigo", " rem", "REM"), ("indigo", " core", "core"),
                    ("indigo", "", "deep"),
                ] {
                    element("li", ["class": "tone-\(tone)"]) {
                        element("span", ["class": "swatch\(swatch)", "aria-hidden": "true"])
                        name
                    }
                }
            }
            element("p", ["class": "soft small"]) { words }
        }
    }
}
