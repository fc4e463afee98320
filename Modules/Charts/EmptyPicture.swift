/// The picture of nothing: it says so.
enum EmptyPicture {
    static func picture(
        title: String, label: String, table: DataTable, words: String = "No data yet."
    ) -> Picture {
        let height = Frame.headingHeight + Frame.chartHeight
        return Picture(
            title: title, label: "\(label): no data", summary: words, table: table,
            width: Frame.width, height: height,
            shapes: Frame.heading(title, "", width: Frame.width) + [
                Element(
                    "text",
                    [
                        "class": "faint", "x": Figures.pixels(Frame.width / 2),
                        "y": Figures.pixels(height / 2), "text-anchor": "middle",
                    ], text: words)
            ])
    }
}
