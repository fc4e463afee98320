import Contracts
import Presentation

/// An improvement, an open activity, and targets that no longer fit the history.
struct EncouragementCard {
    let encouragement: Statistics.Encouragement
    let links: ActivityLinks

    var isEmpty: Bool {
        encouragement.improved == nil && encouragement.nudge == nil
            && encouragement.targets.isEmpty
    }

    var html: HTML? {
        guard !isEmpty else { return nil }
        return card("encouragement", "Suggestions") {
            element("ul", ["class": "rows"]) {
                if let improved = encouragement.improved {
                    row(improved.name, "good", "\(NumberText.share(improved.now))") {
                        "in the last seven days, after \(NumberText.share(improved.before)) in the "
                            + "seven days before"
                    }
                }
                if let nudge = encouragement.nudge {
                    row(nudge.name, "warn", NumberText.share(nudge.rate)) {
                        "open today; completed on few of the last seven days"
                    }
                }
                for target in encouragement.targets {
                    row(target.name, nil, NumberText.entered(target.suggested, target.unit)) {
                        "The target of \(NumberText.entered(target.target, target.unit)) was "
                            + "reached on \(target.reached) of \(target.days) days. "
                        if let path = links.path(target.name) {
                            element(
                                "a",
                                ["href": "\(path)/edit", "aria-label": "Change \(target.name)"]
                            ) { "Change the target" }
                        }
                    }
                }
            }
        }
    }

    private func row(
        _ name: String, _ className: String?, _ result: String, @HTMLBuilder _ text: () -> HTML
    ) -> HTML {
        element("li") {
            element("div") {
                links.html(name)
                element("p", ["class": "soft small"], text)
            }
            element("span", ["class": className.map { "result \($0)" } ?? "result"]) { result }
        }
    }
}
