import CivilTime
import Contracts
import Tracker

extension Statistics.RecentDaysResponse {
    var byActivity: [Activity.ID: [Statistics.HeatDay]] {
        Dictionary(activities.map { ($0.id, $0.days) }, uniquingKeysWith: { first, _ in first })
    }
}

extension [Statistics.HeatDay] {
    /// The last `count` days that are not after `today`.
    func last(_ count: Int, through today: CivilDate) -> [Statistics.HeatDay] {
        Array(filter { $0.date <= today }.suffix(count))
    }

    /// The days that counted, and those of them that were done in full, such as `8 of 10 days done`.
    var doneText: String {
        let done = filter { $0.level == "full" }.count
        return "\(done) of \(filter { $0.rate != nil }.count) days done"
    }

    /// A dot for each day. The dots of a class are one path, so that a long list has few elements.
    var dots: HTML {
        let groups = Dictionary(grouping: indices) { Self.dotClass(self[$0].level) }
        return element("div", ["class": "dots", "role": "img", "aria-label": doneText]) {
            element(
                "svg",
                ["viewBox": "0 0 \(Swift.max(0, count * 20 - 4)) 16", "aria-hidden": "true"]
            ) {
                for (name, places) in groups.sorted(by: { $0.key < $1.key }) {
                    element("path", ["class": name, "d": Self.dotPath(places, of: name)])
                }
            }
        }
    }

    /// The outlines of dots at places from the left.
    private static func dotPath(_ places: [Int], of name: String) -> String {
        let radius = name == "dot-skipped" ? 6 : 7
        return places.map { place in
            "M\(8 - radius + place * 20) 8a\(radius) \(radius) 0 1 0 \(2 * radius) 0"
                + "a\(radius) \(radius) 0 1 0-\(2 * radius) 0"
        }.joined()
    }

    private static func dotClass(_ level: String) -> String {
        switch level {
        case "full": "dot-done"
        case "partial": "dot-part"
        case "skipped": "dot-skipped"
        case "vacation": "f-vacation"
        default: "dot-none"
        }
    }
}
