import CivilTime
import Contracts

/// The squares of 13 weeks: a column is a week, a row a weekday.
struct ActivityHeatMap {
    /// Consecutive days, oldest first. The first is the first day of a week.
    let days: [Statistics.HeatDay]
    let today: CivilDate

    private static let side = 17
    private static let pitch = 21
    private static let left = 34
    private static let top = 20

    private static let levels: [(level: String, fill: String, name: String)] = [
        ("full", "f-green", "done"), ("partial", "f-pale", "done in part"),
        ("skipped", "f-orange", "skipped"), ("vacation", "f-vacation", "vacation"),
        ("none", "f-empty", "not done"),
    ]

    private var label: String {
        "The last \(days.count / 7) weeks: \(days.last(days.count, through: today).doneText)"
    }

    var html: HTML {
        let width = Self.left + (days.count + 6) / 7 * Self.pitch
        let height = Self.top + 7 * Self.pitch
        return element(
            "div",
            [
                "class": "heat-map", "role": "region", "tabindex": "0", "id": "heat-map",
                "aria-label": label,
            ]
        ) {
            element(
                "svg",
                [
                    "width": "\(width)", "height": "\(height)",
                    "viewBox": "0 0 \(width) \(height)", "role": "img", "aria-label": label,
                ]
            ) {
                weekdays
                months
                for (index, day) in days.enumerated() where day.date <= today {
                    square(day, at: index)
                }
            }
        }
    }

    private func square(_ day: Statistics.HeatDay, at index: Int) -> HTML {
        let level = Self.levels.first { $0.level == day.level }
        let words =
            day.rate == nil && day.level == "none" ? "not due" : level?.name ?? day.level
        return element(
            "rect",
            [
                "class": level?.fill ?? "f-empty", "x": "\(Self.left + index / 7 * Self.pitch)",
                "y": "\(Self.top + index % 7 * Self.pitch)", "width": "\(Self.side)",
                "height": "\(Self.side)", "rx": "3",
            ]
        ) { element("title") { "\(day.date.longText): \(words)" } }
    }

    private var weekdays: HTML {
        group {
            for row in stride(from: 0, to: min(7, days.count), by: 2) {
                element(
                    "text",
                    [
                        "x": "\(Self.left - 8)", "y": "\(Self.top + row * Self.pitch + 12)",
                        "text-anchor": "end",
                    ]
                ) { String(days[row].date.weekdayName.prefix(3)) }
            }
        }
    }

    /// The names of the months, above the first week that begins in the month.
    private var months: HTML {
        group {
            for start in stride(from: 0, to: days.count, by: 7)
            where days[start].date.components.day <= 7 {
                element("text", ["x": "\(Self.left + start / 7 * Self.pitch)", "y": "12"]) {
                    String(days[start].date.shortText.suffix(3))
                }
            }
        }
    }

    static var legend: HTML {
        element("ul", ["class": "legend"]) {
            for level in levels {
                element("li") {
                    element("svg", ["width": "12", "height": "12", "aria-hidden": "true"]) {
                        element(
                            "rect",
                            ["class": level.fill, "width": "12", "height": "12", "rx": "3"])
                    }
                    level.name
                }
            }
        }
    }
}
