import Memberwise

/// Completion rates by category: one bar for each of several spans of days.
@Memberwise
package struct ScorecardChart: Sendable {
    @Memberwise
    package struct Row: Hashable, Sendable {
        package var name: String
        /// The rates of the spans, 0 to 1; nil if nothing was planned.
        package var shares: [Double?]
    }

    package var rows: [Row]
    /// The lengths of the spans in days; each row has one rate for each span.
    package var spans: [Int]

    private static let title = "Insights"
    private static let names = 180.0
    private static let barHeight = 16.0
    private static let gap = 14.0

    private var rowHeight: Double { Self.barHeight * Double(spans.count) + Self.gap }

    package var picture: Picture {
        let table = DataTable(
            caption: Self.title, columns: ["category"] + spans.map { "\($0) days" },
            rows: rows.map { [$0.name] + $0.shares.map { $0.map(Self.percent) ?? "" } })
        guard rows.contains(where: { $0.shares.contains { $0 != nil } }) else {
            return EmptyPicture.picture(title: Self.title, label: Self.title, table: table)
        }
        return Picture(
            title: Self.title, label: "What was done of what was planned, by category",
            summary: rows.map { row in
                let shares = zip(spans, row.shares).compactMap { days, share in
                    share.map { "\(Self.percent($0)) of \(days) days" }
                }
                return "\(row.name): "
                    + (shares.isEmpty ? "nothing" : shares.joined(separator: ", "))
            }.joined(separator: "; ") + ".",
            table: table, width: PlotArea.width,
            height: PlotArea.headingHeight + rowHeight * Double(rows.count) + 12,
            shapes: PlotArea.heading(Self.title, "done of what was planned", width: PlotArea.width)
                + rows.enumerated().flatMap { shapes($1, at: $0) })
    }

    private static func percent(_ share: Double) -> String {
        "\(Int((share * 100).rounded())) %"
    }

    private func shapes(_ row: Row, at index: Int) -> [Element] {
        let top = PlotArea.headingHeight + rowHeight * Double(index)
        let name = Element.text(
            TextWidth.fitted(row.name, to: Self.names - 20), x: Self.names - 10, y: top + 13,
            anchor: "end")
        return [name]
            + zip(spans, row.shares).enumerated().flatMap { index, item in
                let (days, share) = item
                return bar(
                    share, days: days, of: row.name, isFirst: index == 0,
                    at: top + Self.barHeight * Double(index))
            }
    }

    private func bar(
        _ share: Double?, days: Int, of name: String, isFirst: Bool, at top: Double
    ) -> [Element] {
        let fullWidth = PlotArea.width - Self.names - 160
        let length = fullWidth * min(max(share ?? 0, 0), 1)
        let rateText = share.map(Self.percent) ?? "nothing planned"
        return [
            Element(
                "rect",
                [
                    "class": "drawn f-\((isFirst ? ChartColor.green : .pale).rawValue)",
                    "x": ChartNumberText.pixels(Self.names), "y": ChartNumberText.pixels(top + 2),
                    "rx": "3",
                    "height": ChartNumberText.pixels(Self.barHeight - 4),
                    "width": ChartNumberText.pixels(max(length, share == nil ? 0 : 2)),
                ], [Element("title", text: "\(name), \(days) days: \(rateText)")]),
            Element.text(
                "\(rateText) in \(days) days", x: Self.names + length + 8, y: top + 13,
                class: "faint"),
        ]
    }
}
