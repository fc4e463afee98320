import CivilTime
import Contracts
import Presentation

/// The sets of each muscle in a week, with its landmarks.
struct TrainingVolumeCard: HTMLPart {
    let volume: Training.VolumeResponse
    let range: TrainingRange
    /// The first day of the current week.
    let currentWeek: CivilDate

    private var isCurrent: Bool { volume.from >= currentWeek }

    var html: HTML {
        card("volume", isCurrent ? "Sets this week" : "Sets in a week", note: days) {
            if volume.muscles.isEmpty {
                element("p", ["class": "soft"]) {
                    "No set in this week is of an exercise with muscles."
                }
            } else {
                rowList(volume.muscles.map(row))
            }
            element("div", ["class": "row"]) {
                link(volume.from.advanced(by: -7), "previous", "Week before")
                if !isCurrent { link(volume.from.advanced(by: 7), "next", "Week after") }
            }
        }
    }

    private var days: String { "\(volume.from.dayAndMonth) to \(volume.to.dayAndMonth)" }

    private func link(_ week: CivilDate, _ name: String, _ text: String) -> HTML {
        anchor(
            text, to: "/training?range=\(range.rawValue)&week=\(week)", class: "button small",
            id: "week-\(name)")
    }

    private func row(_ muscle: Training.Muscle) -> HTML {
        let sets = NumberText.short(muscle.sets)
        return element("li") {
            rowText(.text(KeyTitle.title(muscle.muscle)), Self.detail(muscle))
            element("span", ["class": "result"]) { sets }
            if let most = muscle.mrv ?? muscle.mav ?? muscle.mev, most > 0 {
                element(
                    "progress",
                    [
                        "class": "all bar \(Self.tone(muscle.state).className)", "max": "\(most)",
                        "value": "\(min(max(0, muscle.sets), most))",
                        "aria-label":
                            "\(muscle.muscle): \(sets) sets of at most \(NumberText.short(most))",
                    ])
            }
        }
    }

    /// The state in words; nil without landmarks.
    private static func detail(_ muscle: Training.Muscle) -> String? {
        let words: String
        switch muscle.state {
        case "belowMEV": words = "below the least effective volume"
        case "nearMEV": words = "near the least effective volume"
        case "inMAV": words = "in the best range"
        case "aboveMRV": words = "above what can be recovered from"
        case let other: return other
        }
        let bounds = [muscle.mev, muscle.mrv].compactMap(\.self).map { NumberText.short($0) }
        return bounds.isEmpty ? words : "\(words), \(bounds.joined(separator: " to ")) sets"
    }

    private static func tone(_ state: String?) -> Tone {
        switch state {
        case "inMAV": .green
        case "belowMEV", "nearMEV": .orange
        case "aboveMRV": .red
        default: .grey
        }
    }
}
