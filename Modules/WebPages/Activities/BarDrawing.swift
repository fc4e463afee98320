import Texts

/// A picture of bars from zero, of one width.
struct BarDrawing {
    struct Bar {
        /// Nil: no bar.
        var value: Double?
        /// The text on the axis.
        var label: String
        /// The text of the tooltip, as `label: value`.
        var title: String
        /// True for the bar of a day or week that is not over.
        var isUnfinished: Bool
        /// The value of the dotted line over the bar; nil: none.
        var target: Double?
    }

    /// Oldest first.
    let bars: [Bar]
    let tone: String
    /// The description for screen readers.
    let label: String
    /// The greatest number of texts on the axis.
    let labelCount: Int
    let width: Double
    let height: Double
    let className: String

    private static let left = 44.0
    private static let right = 6.0
    private static let top = 14.0
    private static let bottom = 28.0

    private var greatest: Double {
        max(
            0, bars.compactMap(\.value).max() ?? 0,
            bars.compactMap(\.target).max() ?? 0)
    }
    private var least: Double { min(0, bars.compactMap(\.value).min() ?? 0) }
    private var pitch: Double {
        (width - Self.left - Self.right) / Double(max(1, bars.count))
    }

    private func y(_ value: Double) -> Double {
        let room = height - Self.top - Self.bottom
        let span = (greatest - least) * 1.1
        return span > 0 ? Self.top + room * (1 - (value - least) / span) : Self.top + room
    }

    private func x(_ index: Int) -> Double { Self.left + Double(index) * pitch }

    var html: HTML {
        element(
            "svg",
            [
                "class": className, "viewBox": "0 0 \(oneDecimal(width)) \(oneDecimal(height))",
                "role": "img", "aria-label": label,
            ]
        ) {
            element("path", ["class": "grid", "d": line(at: 0, from: 0, to: bars.count)])
            scale
            for (index, bar) in bars.enumerated() { rectangle(bar, at: index) }
            names
            targets
            for (index, bar) in bars.enumerated() { area(bar, at: index) }
        }
    }

    /// The path of a line over the bars `first..<end`.
    private func line(at value: Double, from first: Int, to end: Int) -> String {
        "M\(oneDecimal(x(first))) \(oneDecimal(y(value)))H\(oneDecimal(x(end)))"
    }

    /// The targets in one path: a line over each run of bars with the same target.
    private var targets: HTML? {
        var path = ""
        var first = 0
        for end in bars.indices.map({ $0 + 1 })
        where end == bars.count || bars[end].target != bars[first].target {
            if let target = bars[first].target {
                path += line(at: target, from: first, to: end)
            }
            first = end
        }
        return path.isEmpty ? nil : element("path", ["class": "target", "d": path])
    }

    /// Zero and the target, or else the greatest value.
    @HTMLBuilder private var scale: HTML {
        for value in [0, bars.last?.target ?? greatest] where value == 0 || greatest > 0 {
            element(
                "text",
                [
                    "x": oneDecimal(Self.left - 8), "y": oneDecimal(y(value) + 4),
                    "text-anchor": "end",
                ]
            ) { Self.short(value) }
        }
    }

    /// A number that fits beside the axis.
    private static func short(_ value: Double) -> String {
        value >= 10_000
            ? decimalText(value / 1000, decimals: 1) + "K" : decimalText(value, decimals: 1)
    }

    private func rectangle(_ bar: Bar, at index: Int) -> HTML? {
        guard let value = bar.value else { return nil }
        let side = pitch * 0.66
        return element(
            "rect",
            [
                "class": "f-\(tone)\(bar.isUnfinished ? " unfinished" : "")",
                "x": oneDecimal(x(index) + pitch * 0.17), "y": oneDecimal(min(y(value), y(0))),
                "width": oneDecimal(side), "height": oneDecimal(abs(y(0) - y(value))),
                "rx": oneDecimal(min(4, side / 3)),
            ])
    }

    @HTMLBuilder private var names: HTML {
        let step = max(1, (bars.count + labelCount - 1) / max(1, labelCount))
        for index in stride(from: 0, to: bars.count, by: step) {
            element(
                "text",
                [
                    "x": oneDecimal(x(index) + pitch / 2), "y": oneDecimal(height - 8),
                    "text-anchor": "middle",
                ]
            ) { bars[index].label }
        }
    }

    /// The area that shows the tooltip of a bar.
    private func area(_ bar: Bar, at index: Int) -> HTML {
        element(
            "rect",
            [
                "class": "part-area", "x": oneDecimal(x(index)), "y": "0",
                "width": oneDecimal(pitch), "height": oneDecimal(height - Self.bottom),
            ]
        ) { element("title") { bar.title } }
    }
}
