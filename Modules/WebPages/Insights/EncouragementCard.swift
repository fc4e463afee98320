import Contracts
import Presentation
import Tracker

/// An improvement, an open activity, and targets that no longer fit the history.
struct EncouragementCard {
    let encouragement: Statistics.Encouragement

    var isEmpty: Bool {
        encouragement.improved == nil && encouragement.nudge == nil
            && encouragement.targets.isEmpty
    }

    var html: HTML? {
        guard !isEmpty else { return nil }
        return card("encouragement", "Suggestions") {
            element("ul", ["class": "rows"]) {
                if let improved = encouragement.improved {
                    row(improved.id, improved.name, "good", "\(NumberText.share(improved.now))") {
                        "in the last seven days, after \(NumberText.share(improved.before)) in the "
                            + "seven days before"
                    }
                }
                if let nudge = encouragement.nudge {
                    row(nudge.id, nudge.name, "warn", NumberText.share(nudge.rate)) {
                        "open today; completed on few of the last seven days"
                    }
                }
                for target in encouragement.targets {
                    row(
                        target.id, target.name, nil,
                        NumberText.entered(target.suggested, target.unit)
                    ) {
                        "The target of \(NumberText.entered(target.target, target.unit)) was "
                            + "reached on \(target.reached) of \(target.days) days. "
                        anchor(
                            "Change the target", to: "/activities/\(target.id.rawValue)/edit",
                            label: "Change \(target.name)")
                    }
                }
            }
        }
    }

    private func row(
        _ id: Activity.ID, _ name: String, _ className: String?, _ result: String,
        @HTMLBuilder _ text: () -> HTML
    ) -> HTML {
        element("li") {
            element("div") {
                activityLink(id, name)
                element("p", ["class": "soft small"], text)
            }
            element("span", ["class": className.map { "result \($0)" } ?? "result"]) { result }
        }
    }
}
