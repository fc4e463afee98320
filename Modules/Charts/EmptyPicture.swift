/// A picture without data, with a message in its place.
enum EmptyPicture {
    static func picture(
        title: String, label: String, table: DataTable, message: String = "No data yet."
    ) -> Picture {
        let height = PlotArea.headingHeight + PlotArea.chartHeight
        return Picture(
            title: title, label: "\(label): no data", summary: message, table: table,
            width: PlotArea.width, height: height,
            shapes: PlotArea.heading(title, "", width: PlotArea.width) + [
                Element(
                    "text",
                    [
                        "class": "faint", "x": ChartNumberText.pixels(PlotArea.width / 2),
                        "y": ChartNumberText.pixels(height / 2), "text-anchor": "middle",
                    ], text: message)
            ])
    }
}
