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

    /// A dot for each day.
    var dots: HTML {
        element("div", ["class": "dots", "role": "img", "aria-label": doneText]) {
            element(
                "svg",
                ["viewBox": "0 0 \(Swift.max(0, count * 20 - 4)) 16", "aria-hidden": "true"]
            ) {
                for (index, day) in enumerated() {
                    element(
                        "circle",
                        [
                            "class": Self.dotClass(day.level), "cx": "\(8 + index * 20)",
                            "cy": "8", "r": day.level == "skipped" ? "6" : "7",
                        ])
                }
            }
        }
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
