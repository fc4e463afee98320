import Glibc
import Memberwise
import Texts

/// Progress to the next milestone as a ring, and around it that from start to goal, with the
/// milestones as ticks.
@Memberwise
package struct MilestoneRing: Sendable {
    /// The weight at which the whole way starts.
    package var start: Double
    package var current: Double
    package var next: Double
    package var goal: Double
    package var unit: String
    /// The share of the way from the previous milestone to the next, 0 to 1.
    package var fraction: Double
    package var hasReachedGoal: Bool
    /// The targets from start to goal.
    package var targets: [Double]
    /// The reached targets with their day, from the start on.
    package var reached: [(target: Double, day: String)]

    /// The way from the weight at the start to the goal.
    package struct Way: Sendable {
        private let start: Double
        private let goal: Double

        package init(start: Double, goal: Double) {
            self.start = start
            self.goal = goal
        }

        /// The share of the way at a weight, 0 to 1.
        package func share(at weight: Double) -> Double {
            guard start != goal else { return 1 }
            return min(max((start - weight) / (start - goal), 0), 1)
        }

        /// The weights that are neither before the start nor after the goal, without both.
        package func inside(_ weights: [Double]) -> [Double] {
            weights.filter { 0 < share(at: $0) && share(at: $0) < 1 }
        }
    }

    private var way: Way { Way(start: start, goal: goal) }

    private static let title = "Milestones"
    private static let center = PixelPoint(x: 120, y: 150)
    private static let radius = 78.0
    private static let outerRadius = 97.0
    private static let shown = 7

    package var picture: Picture {
        let table = DataTable(
            caption: Self.title, columns: ["target", "reached"],
            rows: reached.map { [DataTable.cell($0.target), $0.day] })
        let share = min(max(fraction, 0), 1)
        let percent = ChartNumberText.label((share * 100).rounded(.down))
        let whole = ChartNumberText.label((wholeShare * 100).rounded(.down))
        let progressText =
            hasReachedGoal
            ? "goal of \(weight(goal)) reached"
            : "\(percent) % of the way to \(weight(next)), \(whole) % of the way to the goal of "
                + weight(goal)
        return Picture(
            title: Self.title, label: "Milestone progress: \(progressText)",
            summary: "\(weight(current)) now: \(progressText).", table: table, width: 420,
            height: 264,
            shapes: PlotArea.heading(Self.title, "goal \(weight(goal))", width: 420)
                + track(Self.radius, width: 14) + track(Self.outerRadius, width: 6)
                + arc(hasReachedGoal ? 1 : share, Self.radius, width: 14)
                + arc(wholeShare, Self.outerRadius, width: 6, .green) + ticks
                + labels("\(whole) % of the way") + list)
    }

    private func weight(_ value: Double) -> String { "\(ChartNumberText.label(value)) \(unit)" }

    /// The share of the way from start to goal, 0 to 1.
    private var wholeShare: Double { hasReachedGoal ? 1 : way.share(at: current) }

    private func track(_ radius: Double, width: Int) -> [Element] {
        [
            Element(
                "circle",
                [
                    "class": "track s-grey", "cx": ChartNumberText.pixels(Self.center.x),
                    "cy": ChartNumberText.pixels(Self.center.y),
                    "r": ChartNumberText.pixels(radius), "stroke-width": "\(width)",
                ])
        ]
    }

    /// The place on a circle at a share of the way around it.
    private func place(_ share: Double, _ radius: Double) -> PixelPoint {
        let angle = share * 2 * Double.pi
        return PixelPoint(
            x: Self.center.x + radius * sin(angle), y: Self.center.y - radius * cos(angle))
    }

    private func arc(
        _ share: Double, _ radius: Double, width: Int, _ tone: ChartColor = .accent
    ) -> [Element] {
        guard share > 0 else { return [] }
        let shown = hasReachedGoal ? ChartColor.green : tone
        // SVG does not draw an arc whose end is its start, so a full ring ends slightly before.
        let end = place(min(share, 0.99999), radius)
        let size = ChartNumberText.pixels(radius)
        let path =
            "M\(ChartNumberText.pixels(Self.center.x)),"
            + "\(ChartNumberText.pixels(Self.center.y - radius))"
            + "A\(size),\(size) 0 \(share > 0.5 ? 1 : 0) 1 "
            + "\(plainDecimalText(end.x, decimals: 4)),"
            + "\(plainDecimalText(end.y, decimals: 4))"
        return [
            Element(
                "path",
                [
                    "class": "line drawn s-\(shown.rawValue)", "stroke-width": "\(width)",
                    "d": path,
                ])
        ]
    }

    /// A tick across the outer ring for each milestone between start and goal.
    private var ticks: [Element] {
        way.inside(targets).map(way.share).map { share in
            let (inner, outer) = (
                place(share, Self.outerRadius - 5), place(share, Self.outerRadius + 5)
            )
            return Element(
                "line",
                [
                    "class": "tick mark", "x1": ChartNumberText.pixels(inner.x),
                    "y1": ChartNumberText.pixels(inner.y), "x2": ChartNumberText.pixels(outer.x),
                    "y2": ChartNumberText.pixels(outer.y),
                ])
        }
    }

    private func labels(_ whole: String) -> [Element] {
        func line(_ text: String, _ style: String, below: Double) -> Element {
            Element.text(
                text, x: Self.center.x, y: Self.center.y + below, class: style, anchor: "middle")
        }
        return [
            line(ChartNumberText.label(current), "large", below: -10),
            line(unit, "faint", below: 6),
            line(
                hasReachedGoal ? "goal reached" : "next \(ChartNumberText.label(next))", "faint",
                below: 24),
            line(whole, "faint", below: 42),
        ]
    }

    private var list: [Element] {
        let latest = reached.suffix(Self.shown).reversed()
        guard !latest.isEmpty else {
            return [
                Element.text("None reached yet.", x: 244, y: 86, class: "faint")
            ]
        }
        let heading = Element.text("reached", x: 244, y: 68, class: "faint")
        return [heading]
            + latest.enumerated().flatMap { index, record in
                let y = 92 + Double(index) * 23
                return [
                    Element.text(weight(record.target), x: 244, y: y),
                    Element.text(record.day, x: 400, y: y, class: "faint", anchor: "end"),
                ]
            }
    }
}
