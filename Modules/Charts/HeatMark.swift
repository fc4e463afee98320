/// The square of a day in a heat map. States differ in shape and in brightness, so that they can be
/// distinguished without colors.
struct HeatMark {
    let state: HeatState
    let x: Double
    let y: Double
    let side: Double

    var shapes: [Element] {
        switch state {
        case .future: [square("outline s-grey", inset: 1)]
        case .beforeCreation:
            [
                Element.circle(x: x + side / 2, y: y + side / 2, radius: 1.5, class: "f-grey")
            ]
        case .notDue: [square("empty")]
        case .open: [square("mark", inset: 2)]
        case .missed: [square("empty"), mark([(0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3)])]
        case .skipped: [square("empty"), mark([(0.25, 0.5, 0.75, 0.5)])]
        case .vacation: [square("empty"), mark([(0.1, 0.6, 0.6, 0.1), (0.4, 0.9, 0.9, 0.4)])]
        case .done(let level): [square("f-\(Self.tone(level).rawValue)")]
        }
    }

    /// The color of a level of completion; 4 is the highest.
    static func tone(_ level: Int) -> ChartColor {
        switch level {
        case 1: .heat1
        case 2: .heat2
        case 3: .heat3
        default: .heat4
        }
    }

    private func square(_ style: String, inset: Double = 0) -> Element {
        let length = ChartNumberText.pixels(side - 2 * inset)
        return Element(
            "rect",
            [
                "class": style, "x": ChartNumberText.pixels(x + inset),
                "y": ChartNumberText.pixels(y + inset), "width": length, "height": length,
                "rx": "3",
            ])
    }

    /// Lines within the square; coordinates are shares of its side.
    private func mark(_ lines: [(Double, Double, Double, Double)]) -> Element {
        func place(_ horizontal: Double, _ vertical: Double) -> String {
            "\(ChartNumberText.pixels(x + horizontal * side)),"
                + ChartNumberText.pixels(y + vertical * side)
        }
        let path = lines.map { "M\(place($0.0, $0.1))L\(place($0.2, $0.3))" }.joined()
        return Element("path", ["class": "mark", "d": path])
    }
}
