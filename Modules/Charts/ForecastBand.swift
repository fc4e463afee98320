package import CivilTime
import Memberwise

/// A forecast, drawn as a dashed line within its prediction interval.
@Memberwise
package struct ForecastBand: Sendable {
    /// Ascending by day; `low` and `high` are the bounds of the prediction interval.
    package var days: [(day: CivilDate, value: Double, low: Double, high: Double)]

    /// All values that the axis must include.
    var values: [Double] { days.flatMap { [$0.value, $0.low, $0.high] } }

    /// The area of the prediction interval, which widens from `last`, the end of the line.
    func band(_ frame: PlotArea, after last: PixelPoint) -> [Element] {
        guard !days.isEmpty else { return [] }
        func place(_ day: CivilDate, _ value: Double) -> String {
            "\(ChartNumberText.pixels(frame.x(day, day))),\(ChartNumberText.pixels(frame.y(value)))"
        }
        let corners =
            ["\(ChartNumberText.pixels(last.x)),\(ChartNumberText.pixels(last.y))"]
            + days.map { place($0.day, $0.high) } + days.reversed().map { place($0.day, $0.low) }
        return [
            Element(
                "path",
                [
                    "class": frame.format.isWeb ? "band f-accent" : "f-accent",
                    "fill-opacity": "0.15",
                    "d": "M" + corners.joined(separator: "L") + "Z",
                ])
        ]
    }

    /// The dashed line, starting at `last`, the end of the line.
    func line(_ frame: PlotArea, after last: PixelPoint) -> [Element] {
        guard !days.isEmpty else { return [] }
        let curve = MonotoneCurve(
            [last]
                + days.map { PixelPoint(x: frame.x($0.day, $0.day), y: frame.y($0.value)) })
        return [
            Element(
                "path",
                ["class": "line drawn s-accent dashed", "stroke-width": "3", "d": curve.path])
        ]
    }
}
