import CivilTime
import Contracts
import Presentation

extension Goals.Goal {
    var path: String { "/goals/\(id)" }

    /// The state of the goal, for its form.
    var revision: String { Revision.of([title, deadline.map { "\($0)" }]) }

    /// True if the deadline is over and the goal is not paused.
    var isOverdue: Bool { !paused && (daysLeft ?? 0) < 0 }

    /// The state of the deadline, such as `24 days left`.
    var deadlineText: String {
        guard let daysLeft else { return "no deadline" }
        switch daysLeft {
        case ..<0: return "\(NumberText.days(-daysLeft)) overdue"
        case 0: return "due today"
        default: return "\(NumberText.days(daysLeft)) left"
        }
    }

    /// The class of the text of the deadline; empty: no emphasis.
    var deadlineClass: String {
        guard !paused, let daysLeft else { return "" }
        return daysLeft < 0 ? "bad" : daysLeft == 0 ? "warn" : ""
    }

    var badge: HTML {
        element("span", ["class": deadlineClass.isEmpty ? "badge" : "badge \(deadlineClass)"]) {
            paused ? "on hold" : deadlineText
        }
    }

    /// The reason of the pause; nil: not paused.
    var pauseText: String? {
        guard paused else { return nil }
        return pausedByHand ? "The goal is paused." : "All its activities are paused."
    }

    /// The button that resumes or pauses the goal; nil if the pause follows from activities. `back`
    /// is the page after the change: `list` or `goal`.
    func pauseForm(_ visitor: Visitor, back: String, class name: String = "button") -> HTML? {
        guard pausedByHand || !paused else { return nil }
        let verb = pausedByHand ? "resume" : "pause"
        return form("\(path)/\(verb)", visitor, fields: ["back": back]) {
            button(
                pausedByHand ? "Resume" : "Pause", class: name, id: "\(verb)-\(id)",
                label: "\(pausedByHand ? "Resume" : "Pause") \(title)")
        }
    }
}

extension Goals.Metric {
    /// The name with the unit, such as `10 km, min`.
    var heading: String { unit.map { "\(activity), \($0)" } ?? activity }

    /// The progress in words, such as `10 km: 69 percent of the way to 49`.
    func progressLabel(_ progress: Double) -> String {
        let percent = NumberText.share(progress).replacing(" %", with: " percent")
        return "\(activity): \(percent)"
            + (target.map { " of the way to \(NumberText.entered($0, unit))" } ?? "")
    }

    /// The mean change, such as `+1.2 kg a week on average`; nil: unknown.
    var averageText: String? {
        guard let averageChange, let averagePeriod else { return nil }
        let change = NumberText.withMinusSign(NumberText.signed(averageChange))
        return "\(change)\(NumberText.suffix(unit)) a \(averagePeriod) on average"
    }
}
