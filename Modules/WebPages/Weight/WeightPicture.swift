import Charts
import CivilTime
import Contracts
import Milestones
import Presentation

/// Weights as dots with their trend, the forecast and the goal: a picture for each width.
struct WeightPicture {
    /// At least one day.
    let days: [Weights.Day]
    let trend: Weights.TrendResponse

    private enum Size {
        case wide, narrow

        var className: String { self == .wide ? "only-wide" : "only-narrow" }
        var width: Double { self == .wide ? 720 : PictureFormat.narrowWidth }
        var height: Double { self == .wide ? 260 : 230 }
        /// The most points of a line.
        var pointLimit: Int { self == .wide ? 180 : 90 }
        /// The most parts with a tooltip.
        var partLimit: Int { self == .wide ? 90 : 45 }
        var labelCount: Int { self == .wide ? 6 : 3 }
    }

    /// The span from which labels name months instead of days.
    private static let longSpanInDays = 300

    private var unit: String { trend.unit.rawValue }

    /// True if the picture leaves out days, since they are too many.
    var isThinned: Bool { days.count > Size.wide.pointLimit }

    var html: HTML? {
        guard let first = days.first, let last = days.last else { return nil }
        let label =
            "Weight from \(first.date.dayMonthAndYear) to \(last.date.dayMonthAndYear): the trend changes from "
            + "\(NumberText.short(first.average)) to \(NumberText.short(last.average)) \(unit)"
        return element(
            "figure",
            ["class": "picture", "data-picture": "", "data-label": "Weight, selected day"]
        ) {
            for size in [Size.wide, .narrow] { svg(size, first.date, last, label) }
        }
    }

    private func svg(
        _ size: Size, _ first: CivilDate, _ last: Weights.Day, _ label: String
    ) -> HTML {
        let forecast = trend.forecast.filter { $0.date > last.date }
        let end = max(forecast.last?.date ?? last.date, last.date)
        let plot = WeightPlot(
            first: first, end: end,
            axis: ValueAxis(
                days.flatMap { [$0.weight, $0.average] } + forecast.flatMap { [$0.low, $0.high] }
                    + [trend.goal, trend.level].compactMap(\.self), fromZero: false),
            width: size.width, height: size.height)
        let shown = Self.thinned(days, to: size.pointLimit)
        return element(
            "svg",
            [
                "class": size.className,
                "viewBox": "0 0 \(Int(size.width)) \(Int(size.height))", "role": "img",
                "aria-label": label,
            ]
        ) {
            plot.valueMarks
            for day in shown {
                element(
                    "circle",
                    [
                        "class": "f-accent unfinished", "cx": plot.x(day.date),
                        "cy": plot.y(day.weight), "r": "2",
                    ])
            }
            self.forecast(forecast, after: last, plot)
            element(
                "path",
                [
                    "class": "line s-accent",
                    "d": plot.line(shown.map { ($0.date, $0.average) }),
                ])
            goal(plot)
            plot.dayMarks(size.labelCount, areMonths: first.distance(to: end) > Self.longSpanInDays)
            for part in plot.parts(of: days, atMost: size.partLimit) {
                element(
                    "rect",
                    [
                        "class": "part-area", "x": part.x, "y": "0", "width": part.width,
                        "height": oneDecimal(plot.bottom),
                    ]
                ) { element("title") { tooltip(part.day) } }
            }
        }
    }

    private func tooltip(_ day: Weights.Day) -> String {
        "\(day.date.dayMonthAndYear): \(WeightText.weighed(day.weight)) \(unit), "
            + "trend \(NumberText.short(day.average))"
    }

    /// At most `limit` days at equal distances, including the last.
    private static func thinned(_ days: [Weights.Day], to limit: Int) -> [Weights.Day] {
        let step = (days.count + limit - 1) / limit
        guard step > 1 else { return days }
        return days.enumerated().filter { (days.count - 1 - $0.offset) % step == 0 }.map(\.element)
    }

    private func forecast(
        _ days: [Weights.ForecastDay], after last: Weights.Day, _ plot: WeightPlot
    ) -> HTML? {
        guard !days.isEmpty else { return nil }
        // The forecast continues the level of the newest weights, which the average trails.
        let start = (last.date, trend.level ?? last.average)
        let edge =
            [start] + days.map { ($0.date, $0.high) } + days.reversed().map { ($0.date, $0.low) }
        return group {
            element("path", ["class": "band f-accent", "d": plot.line(edge) + "Z"])
            element(
                "path",
                [
                    "class": "line dashed s-accent",
                    "d": plot.line([start] + days.map { ($0.date, $0.weight) }),
                ])
        }
    }

    private func goal(_ plot: WeightPlot) -> HTML? {
        guard let goal = trend.goal else { return nil }
        let edge = oneDecimal(plot.right)
        return group {
            element(
                "path",
                ["class": "target", "d": "M\(oneDecimal(plot.left)) \(plot.y(goal))H\(edge)"])
            element(
                "text",
                [
                    "class": "ink", "x": edge, "y": oneDecimal(plot.position(goal) - 6),
                    "text-anchor": "end",
                ]
            ) { "goal \(NumberText.short(goal)) \(unit)" }
        }
    }
}
