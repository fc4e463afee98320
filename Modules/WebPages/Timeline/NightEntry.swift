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
        var parts = ["asleep", "\(MeasureFormat.duration(minutes: night.inBedMinutes)) in bed"]
        if let stretch = NightStages(night).longestSleep {
            parts.append("longest stretch \(MeasureFormat.duration(minutes: stretch))")
        }
        if !night.naps.isEmpty {
            parts.append("\(NumberText.count(night.naps.count, "nap")) not counted")
        }
        return parts.joined(separator: ", ")
    }

    /// The key and the name of each stage.
    private static let names: KeyValuePairs = [
        "awake": "awake", "rem": "REM", "core": "core", "deep": "deep",
    ]

    private func minutes(_ stage: String) -> Double {
        switch stage {
        case "awake": night.stages.awake
        case "rem": night.stages.rem
        case "core": night.stages.core
        default: night.stages.deep
        }
    }

    /// True if the stages of the night are known, not only the time asleep.
    private var hasStages: Bool {
        night.stages.rem > 0 || night.stages.core > 0 || night.stages.deep > 0
    }

    /// `Awake 25 min (5 %), REM 1 h 44 m (22 %), core 4 h 2 m (52 %), deep 1 h 35 m (20 %).`
    private var words: String {
        var parts: [(name: String, minutes: Double)] = Self.names.map { key, name in
            (name, minutes(key))
        }
        if night.stages.unspecified > 0 {
            parts.append(("without a stage", night.stages.unspecified))
        }
        let whole = parts.reduce(0) { $0 + $1.minutes }
        let text = parts.map { part in
            let duration = MeasureFormat.duration(minutes: part.minutes)
            return "\(part.name) \(duration)"
                + (whole > 0 ? " (\(NumberText.share(part.minutes / whole)))" : "")
        }.joined(separator: ", ")
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    @HTMLBuilder private var stages: HTML {
        NightStages(night).html(label: words)
        element("ul", ["class": "legend"]) {
            for (tone, swatch, name) in [
                ("orange", "", "awake"), ("cyan", "", "REM"), ("indigo", " core", "core"),
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
