import CivilTime
import Contracts
import Presentation
import Workouts

/// One workout with its statistics, routes, laps and parts.
struct WorkoutPage {
    let workout: Insights.WorkoutItem
    /// The routes whose lines are known.
    var lines: [MeasuredRoute] = []

    var page: Page {
        Page(workout.title, in: .timeline, topics: [.health], content: content)
    }

    @HTMLBuilder private var content: HTML {
        pageHead(
            workout.title, crumbs: [("Timeline", "/timeline")],
            lead: .text(
                (workout.date.map { "\($0.fullText), " } ?? "") + workout.times + "."),
            fragment: "workout-head")
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
        for (index, line) in lines.enumerated() {
            RouteCard(route: line, number: lines.count > 1 ? index + 1 : nil)
        }
        element("div", ["class": "columns"]) {
            laps
            parts
            statistics
            routes
        }
    }

    private var laps: HTML? {
        let laps = workout.events.filter { $0.type == "Lap" }
        guard !laps.isEmpty else { return nil }
        return card("laps", "Laps") {
            RowTable(
                caption: "Laps", columns: [.text("Lap"), .number("Start"), .number("Time")],
                rows: laps.enumerated().map { index, lap in
                    ["\(index + 1)", TimeText.time(lap.start), RouteCard.clock(lap.seconds)]
                })
        }
    }

    private var parts: HTML? {
        guard !workout.activities.isEmpty else { return nil }
        return card("parts", "Parts") {
            RowTable(
                caption: "Parts", columns: [.text("Part"), .number("Start"), .number("Time")],
                rows: workout.activities.map { part in
                    [part.type, TimeText.time(part.start), RouteCard.clock(part.seconds)]
                })
        }
    }

    private var statistics: HTML? {
        guard !workout.statistics.isEmpty else { return nil }
        return card("statistics", "Measurements") {
            RowTable(
                caption: "Measurements",
                columns: [
                    .text("Metric"), .number("Sum"), .number("Average"), .number("Least"),
                    .number("Greatest"),
                ],
                rows: workout.statistics.sorted { $0.key < $1.key }.map { metric, statistic in
                    func text(_ value: Double?) -> String {
                        value.map { WorkoutFacts.text($0, metric, statistic.unit) } ?? "–"
                    }
                    return [
                        MetricTitle.title(metric), text(statistic.sum), text(statistic.average),
                        text(statistic.min), text(statistic.max),
                    ]
                })
        }
    }

    private var routes: HTML? {
        let unread = workout.routes.count > lines.count
        guard unread else { return nil }
        return card("routes", "Files of the route") {
            element("ul", ["class": "rows"]) {
                for route in workout.routes {
                    element("li") {
                        element("div") {
                            route.distanceMeters.map {
                                "\(NumberText.short($0 / 1000))\u{202F}km"
                            } ?? "The file of the route was not in the export."
                            if let points = route.points {
                                element("p", ["class": "soft small"]) {
                                    "\(NumberText.count(points, "point")). Import the export again to draw its line."
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
