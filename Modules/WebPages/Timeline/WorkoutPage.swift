import CivilTime
import Contracts
import Presentation

/// One workout with its statistics, routes, laps and parts.
struct WorkoutPage {
    let workout: Insights.WorkoutItem

    var page: Page {
        var page = Page(workout.title, in: .timeline, content: content)
        page.topics = [.health]
        return page
    }

    private var content: HTML {
        group {
            element("div", ["class": "page-head", "data-fragment": "workout-head"]) {
                element("div") {
                    element("p", ["class": "crumbs"]) {
                        element("a", ["href": "/timeline"]) { "Timeline" }
                    }
                    element("h1") { workout.title }
                    element("p", ["class": "lead"]) {
                        (workout.date.map { "\($0.fullText), " } ?? "") + workout.times + "."
                    }
                }
            }
            element(
                "section",
                ["class": "card", "aria-label": "Statistics", "data-fragment": "tiles"]
            ) {
                element("ul", ["class": "tiles"]) {
                    for fact in WorkoutFacts(workout).facts {
                        element("li", ["class": "tile"]) {
                            element("span") { fact.name }
                            element("span") { fact.value }
                        }
                    }
                }
            }
            element("div", ["class": "columns"]) {
                laps
                parts
                statistics
                routes
            }
        }
    }

    private var laps: HTML? {
        let laps = workout.events.filter { $0.type == "Lap" }
        guard !laps.isEmpty else { return nil }
        return card("laps", "Laps") {
            SmallTable(
                caption: "Laps", columns: ["Lap", "Start", "Time"],
                rows: laps.enumerated().map { index, lap in
                    ["\(index + 1)", TimeText.time(lap.start), Self.clock(lap.seconds)]
                }
            ).html
        }
    }

    private var parts: HTML? {
        guard !workout.activities.isEmpty else { return nil }
        return card("parts", "Parts") {
            SmallTable(
                caption: "Parts", columns: ["Part", "Start", "Time"],
                rows: workout.activities.map { part in
                    [part.type, TimeText.time(part.start), Self.clock(part.seconds)]
                }
            ).html
        }
    }

    /// `5:02`; a dash for nil.
    private static func clock(_ seconds: Double?) -> String {
        guard let seconds, let whole = Int(exactly: seconds.rounded()), whole >= 0 else {
            return "–"
        }
        let rest = whole % 60
        return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
    }

    private var statistics: HTML? {
        guard !workout.statistics.isEmpty else { return nil }
        return card("statistics", "Measurements") {
            SmallTable(
                caption: "Measurements",
                columns: ["Metric", "Sum", "Average", "Least", "Greatest"],
                rows: workout.statistics.sorted { $0.key < $1.key }.map { metric, statistic in
                    func text(_ value: Double?) -> String {
                        value.map { WorkoutFacts.text($0, metric, statistic.unit) } ?? "–"
                    }
                    return [
                        MetricTitle.title(metric), text(statistic.sum), text(statistic.average),
                        text(statistic.min), text(statistic.max),
                    ]
                }
            ).html
        }
    }

    private var routes: HTML? {
        guard !workout.routes.isEmpty else { return nil }
        return card("route", "Route") {
            element("ul", ["class": "rows"]) {
                for route in workout.routes {
                    element("li") {
                        element("div") {
                            route.distanceMeters.map {
                                "\(NumberText.short($0 / 1000))\u{2009}km"
                            } ?? "The file of the route was not in the export."
                            if let points = route.points {
                                element("p", ["class": "soft small"]) {
                                    NumberText.count(points, "point")
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func card(
        _ name: String, _ heading: String, @HTMLBuilder _ content: () -> HTML
    ) -> HTML {
        element(
            "section",
            ["class": "card", "aria-labelledby": "card-\(name)", "data-fragment": name]
        ) {
            element("header") { element("h2", ["id": "card-\(name)"]) { heading } }
            content()
        }
    }
}

/// A table of texts, of which all but the first column are numbers.
struct SmallTable {
    let caption: String
    let columns: [String]
    let rows: [[String]]

    var html: HTML {
        element(
            "div",
            [
                "class": "table", "role": "region", "aria-label": "\(caption), table",
                "tabindex": "0",
            ]
        ) {
            element("table") {
                element("caption", ["class": "visually-hidden"]) { caption }
                element("thead") {
                    element("tr") {
                        for (index, column) in columns.enumerated() {
                            element(
                                "th", ["scope": "col", "class": index == 0 ? nil : "number"]
                            ) { column }
                        }
                    }
                }
                element("tbody") {
                    for row in rows {
                        element("tr") {
                            for (index, cell) in row.enumerated() {
                                element(
                                    index == 0 ? "th" : "td",
                                    [
                                        "scope": index == 0 ? "row" : nil,
                                        "class": index == 0 ? nil : "number",
                                    ]
                                ) { cell }
                            }
                        }
                    }
                }
            }
        }
    }
}
