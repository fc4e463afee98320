import Glibc
import Memberwise
import Texts

/// Progress to the next milestone, drawn as a ring.
@Memberwise
package struct MilestoneRing: Sendable {
    package var current: Double
    package var next: Double
    package var goal: Double
    package var unit: String
    /// The share of the way from the previous milestone to the next, 0 to 1.
    package var fraction: Double
    package var hasReachedGoal: Bool
    /// The milestones that were reached, with their day, oldest first.
    package var history: [(target: Double, day: String)]

    private static let title = "Milestones"
    private static let center = PixelPoint(x: 120, y: 150)
    private static let radius = 78.0
    private static let shown = 7

    package var picture: Picture {
        let table = DataTable(
            caption: Self.title, columns: ["target", "reached"],
            rows: history.map { [DataTable.cell($0.target), $0.day] })
        let share = min(max(fraction, 0), 1)
        let percent = ChartNumberText.label((share * 100).rounded(.down))
        let standing =
            hasReachedGoal
            ? "goal of \(weight(goal)) reached"
            : "\(percent) % of the way to \(weight(next)), goal \(weight(goal))"
        let ring = [
            Element(
                "circle",
                [
                    "class": "track s-grey", "cx": ChartNumberText.pixels(Self.center.x),
                    "cy": ChartNumberText.pixels(Self.center.y),
                    "r": ChartNumberText.pixels(Self.radius),
                    "stroke-width": "14",
                ])
        ]
        return Picture(
            title: Self.title, label: "Milestone progress: \(standing)",
            summary: "\(weight(current)) now: \(standing).", table: table, width: 420,
            height: 264,
            shapes: PlotArea.heading(Self.title, "goal \(weight(goal))", width: 420) + ring
                + arc(hasReachedGoal ? 1 : share) + labels(percent) + list)
    }

    private func weight(_ value: Double) -> String { "\(ChartNumberText.label(value)) \(unit)" }

    private func arc(_ share: Double) -> [Element] {
        guard share > 0 else { return [] }
        let tone = hasReachedGoal ? ChartColor.green : .accent
        // SVG does not draw an arc whose end is its start, so a full ring ends slightly before.
        let angle = min(share, 0.99999) * 2 * Double.pi
        let (x, y) = (
            Self.center.x + Self.radius * sin(angle), Self.center.y - Self.radius * cos(angle)
        )
        let radius = ChartNumberText.pixels(Self.radius)
        let path =
            "M\(ChartNumberText.pixels(Self.center.x)),\(ChartNumberText.pixels(Self.center.y - Self.radius))"
            + "A\(radius),\(radius) 0 \(share > 0.5 ? 1 : 0) 1 "
            + "\(decimalText(x, decimals: 4, isGrouped: false)),"
            + "\(decimalText(y, decimals: 4, isGrouped: false))"
        return [
            Element(
                "path",
                ["class": "line drawn s-\(tone.rawValue)", "stroke-width": "14", "d": path])
        ]
    }

    private func labels(_ percent: String) -> [Element] {
        func line(_ text: String, _ style: String, below: Double) -> Element {
            Element(
                "text",
                [
                    "class": style, "x": ChartNumberText.pixels(Self.center.x),
                    "y": ChartNumberText.pixels(Self.center.y + below), "text-anchor": "middle",
                ], text: text)
        }
        return [
            line(ChartNumberText.label(current), "large", below: -2),
            line(unit, "faint", below: 14),
            line(
                hasReachedGoal ? "goal reached" : "next \(ChartNumberText.label(next))", "faint",
                below: 32),
        ]
    }

    private var list: [Element] {
        let latest = history.suffix(Self.shown).reversed()
        guard !latest.isEmpty else {
            return [
                Element(
                    "text", ["class": "faint", "x": "236", "y": "86"], text: "None reached yet.")
            ]
        }
        return latest.enumerated().flatMap { index, record in
            let y = ChartNumberText.pixels(86 + Double(index) * 23)
            return [
                Element("text", ["x": "236", "y": y], text: weight(record.target)),
                Element(
                    "text", ["class": "faint", "x": "400", "y": y, "text-anchor": "end"],
                    text: record.day),
            ]
        }
    }
}
