import Contracts

/// A dot for each day of a linked activity, oldest first.
struct MarkDots {
    let activity: String
    let days: [Goals.Contributor.Day]

    private static let spacing = 20
    private static let size = 16

    /// The number of days of each mark, in words.
    private var label: String {
        let counts = [("completed", "done"), ("skipped", "skipped"), ("missed", "missed")]
            .map { mark, word in (days.filter { $0.mark == mark }.count, word) }
            .filter { $0.0 > 0 }
        let words =
            counts.isEmpty ? "nothing done" : counts.map { "\($0) \($1)" }.joined(separator: ", ")
        return "\(activity), \(days.count) days: \(words)"
    }

    var html: HTML? {
        guard !days.isEmpty else { return nil }
        let width = days.count * Self.spacing - (Self.spacing - Self.size)
        return element("div", ["class": "dots", "role": "img", "aria-label": label]) {
            element("svg", ["viewBox": "0 0 \(width) \(Self.size)", "aria-hidden": "true"]) {
                for (index, day) in days.enumerated() {
                    element(
                        "circle",
                        [
                            "class": Self.className(of: day.mark),
                            "cx": "\(Self.size / 2 + index * Self.spacing)",
                            "cy": "\(Self.size / 2)", "r": day.mark == "skipped" ? "6" : "7",
                        ])
                }
            }
        }
    }

    private static func className(of mark: String) -> String {
        switch mark {
        case "completed": "dot-done"
        case "skipped": "dot-skipped"
        default: "dot-none"
        }
    }
}
