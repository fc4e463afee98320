import Memberwise

/// The streaks of activities as horizontal bars: the longest in a pale color, the current one over
/// it.
@Memberwise
package struct StreakChart: Sendable {
    @Memberwise
    package struct Row: Hashable, Sendable {
        package var name: String
        /// Length in `unit`.
        package var current: Int
        package var longest: Int
        /// The unit of the lengths in the singular, such as `week`.
        package var unit: String

        /// "1 of 3 weeks".
        fileprivate var text: String { "\(current) of \(count(longest))" }

        fileprivate func count(_ length: Int) -> String {
            "\(length) \(unit)\(length == 1 ? "" : "s")"
        }
    }

    package var rows: [Row]

    private static let title = "Streaks"
    private static let rowHeight = 28.0

    package var picture: Picture { picture(.file) }

    package func picture(_ format: PictureFormat) -> Picture {
        let table = DataTable(
            caption: Self.title, columns: ["activity", "current", "longest", "unit"],
            rows: rows.map { [$0.name, "\($0.current)", "\($0.longest)", $0.unit] })
        guard let longest = rows.map({ max($0.longest, $0.current) }).max() else {
            return EmptyPicture.picture(
                title: Self.title, label: Self.title, table: table, format: format)
        }
        let names = min(180, format.width * 0.3)
        let scale = (format.width - names - 110) / Double(max(longest, 1))
        return Picture(
            title: Self.title, label: "Streaks of \(rows.count) activities",
            summary: rows.map {
                "\($0.name): \($0.count($0.current)) now, \($0.longest) at most"
            }.joined(separator: "; ") + ".",
            table: table, width: format.width,
            height: PlotArea.headingHeight + Self.rowHeight * Double(rows.count) + 12,
            shapes: PlotArea.heading(Self.title, "in a row", width: format.width)
                + rows.enumerated().flatMap { shapes($1, at: $0, names, scale) })
    }

    /// `names` is the width of the names at the left, `scale` that of a unit of the bars.
    private func shapes(
        _ row: Row, at index: Int, _ names: Double, _ scale: Double
    ) -> [Element] {
        let top = PlotArea.headingHeight + Self.rowHeight * Double(index)
        func bar(_ length: Int, _ tone: ChartColor) -> Element {
            Element(
                "rect",
                [
                    "class": "drawn f-\(tone.rawValue)", "x": ChartNumberText.pixels(names),
                    "y": ChartNumberText.pixels(top + 4), "height": "18", "rx": "4",
                    "width": ChartNumberText.pixels(
                        max(Double(length) * scale, length > 0 ? 2 : 0)),
                ], [Element("title", text: "\(row.name): \(row.count(length))")])
        }
        let name = TextWidth.fitted(row.name, to: names - 20)
        let end = names + Double(max(row.longest, row.current)) * scale + 8
        return [
            Element.text(name, x: names - 10, y: top + 17, anchor: "end"),
            bar(max(row.longest, row.current), .pale), bar(row.current, .green),
            Element.text(row.text, x: end, y: top + 17, class: "faint"),
        ]
    }
}
