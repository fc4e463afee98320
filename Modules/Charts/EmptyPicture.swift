/// A picture without data, with a message in its place.
enum EmptyPicture {
    static func picture(
        title: String, label: String, table: DataTable, message: String = "No data yet.",
        format: PictureFormat = .file
    ) -> Picture {
        let (width, height) = (format.width, format.height)
        let heading = format.isWeb ? [] : PlotArea.heading(title, "", width: width)
        return Picture(
            title: title, label: "\(label): no data", summary: message, table: table,
            width: width, height: height,
            shapes: heading + [
                Element.text(message, x: width / 2, y: height / 2, class: "faint", anchor: "middle")
            ])
    }
}
