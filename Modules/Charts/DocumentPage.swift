/// A page of a document: drawings with their places, in points from the top left corner.
package struct DocumentPage: Sendable {
    package struct Drawing: Sendable {
        /// A complete SVG document.
        package let svg: String
        package let x: Double
        package let y: Double
        package let width: Double
        package let height: Double
    }

    /// A4 in points.
    package static let width = 595.0
    package static let height = 842.0

    package let drawings: [Drawing]
}

extension Document {
    /// The document on pages of A4. A block that does not fit begins a page; a table is divided.
    package var pages: [DocumentPage] {
        var layout = PageLayout()
        layout.add(title, height: 30, class: "large")
        for block in blocks {
            switch block {
            case .heading(let text):
                // A heading stays with the beginning of the next block.
                layout.reserve(90)
                layout.skip(10)
                layout.add(text, height: 22, class: "title")
            case .paragraph(let text): layout.add(paragraph: text)
            case .table(let table): layout.add(table)
            case .picture(let picture): layout.add(picture)
            }
        }
        return layout.finished()
    }
}

/// Places blocks on pages from the top.
private struct PageLayout {
    private static let margin = 40.0
    private static let lineHeight = 15.0
    /// The space between columns, if there is enough.
    private static let gap = 12.0
    /// The greatest width of a cell of a column after the first one.
    private static let widestCell = 140.0
    /// The least width of a cell of the first column.
    private static let leastFirstWidth = 80.0
    /// The largest size of a picture compared with its size on a screen.
    private static let pictureScale = 0.8
    private static let width = DocumentPage.width - 2 * margin
    private static let bottom = DocumentPage.height - margin

    private var pages: [DocumentPage] = []
    private var texts: [Element] = []
    private var pictures: [DocumentPage.Drawing] = []
    private var y = margin

    mutating func skip(_ height: Double) { y += height }

    /// Begins a page unless so much height is left.
    mutating func reserve(_ height: Double) {
        if y + height > Self.bottom, y > Self.margin { endPage() }
    }

    mutating func finished() -> [DocumentPage] {
        if !texts.isEmpty || !pictures.isEmpty { endPage() }
        return pages
    }

    private mutating func endPage() {
        let (width, height) = (DocumentPage.width, DocumentPage.height)
        let size = (ChartNumberText.pixels(width), ChartNumberText.pixels(height))
        let text = Element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(size.0) \(size.1)",
                "width": size.0, "height": size.1,
            ], [Element("style", text: StyleSheet.text(.light))] + texts)
        pages.append(
            DocumentPage(
                drawings: [
                    DocumentPage.Drawing(
                        svg: text.markup, x: 0, y: 0, width: width, height: height)
                ] + pictures))
        (texts, pictures, y) = ([], [], Self.margin)
    }

    mutating func add(_ text: String, height: Double, class name: String) {
        reserve(height)
        // The title is twice as large as labels, a heading a third larger.
        let scale = name == "large" ? 2.0 : 1.36
        write(
            TextWidth.fitted(text, to: Self.width, scale: scale), x: Self.margin,
            y: y + height - 9, class: name)
        y += height
    }

    /// Breaks a paragraph between words.
    mutating func add(paragraph: String) {
        var line = ""
        for word in paragraph.split(separator: " ") {
            let longer = line.isEmpty ? String(word) : "\(line) \(word)"
            if TextWidth.width(longer) > Self.width, !line.isEmpty {
                add(line: line)
                line = String(word)
            } else {
                line = longer
            }
        }
        if !line.isEmpty { add(line: line) }
        skip(4)
    }

    private mutating func add(line: String) {
        reserve(Self.lineHeight)
        write(TextWidth.fitted(line, to: Self.width), x: Self.margin, y: y + 11, class: "")
        y += Self.lineHeight
    }

    mutating func add(_ table: DataTable) {
        let widths = Self.columnWidths(of: table)
        add(table.columns, widths, class: "faint")
        for row in table.rows {
            if y + Self.lineHeight > Self.bottom {
                endPage()
                add(table.columns, widths, class: "faint")
            }
            add(row, widths, class: "")
        }
        skip(8)
    }

    /// The widths of the columns with the space before each; the first one has all that is left.
    private static func columnWidths(of table: DataTable) -> [Double] {
        var widths = table.columns.indices.map { column in
            let cells =
                [table.columns[column]]
                + table.rows.compactMap { row in
                    row.indices.contains(column) ? row[column] : nil
                }
            return min(cells.map { TextWidth.width($0) }.max() ?? 0, widestCell)
        }
        guard widths.count > 1 else { return widths.map { _ in width } }
        let others = widths.dropFirst().reduce(0, +)
        let space = (width - leastFirstWidth - others) / Double(widths.count - 1)
        for column in widths.indices.dropFirst() { widths[column] += min(gap, max(space, 2)) }
        widths[0] = max(leastFirstWidth, width - widths.dropFirst().reduce(0, +))
        return widths
    }

    private mutating func add(_ cells: [String], _ widths: [Double], class name: String) {
        var x = Self.margin
        for (column, (cell, width)) in zip(cells, widths).enumerated() {
            let text = TextWidth.fitted(cell, to: width - (column == 0 ? Self.gap : 0))
            if column == 0 {
                write(text, x: x, y: y + 11, class: name)
            } else {
                write(text, x: x + width, y: y + 11, class: name, isAtEnd: true)
            }
            x += width
        }
        y += Self.lineHeight
    }

    mutating func add(_ picture: Picture) {
        let scale = min(
            Self.pictureScale, Self.width / picture.width,
            (Self.bottom - Self.margin) / picture.height)
        let (width, height) = (picture.width * scale, picture.height * scale)
        reserve(height)
        pictures.append(
            DocumentPage.Drawing(
                svg: picture.svg(.light), x: Self.margin, y: y, width: width, height: height))
        y += height + 10
    }

    private mutating func write(
        _ text: String, x: Double, y: Double, class name: String, isAtEnd: Bool = false
    ) {
        var attributes = [
            (key: "x", value: ChartNumberText.pixels(x)),
            (key: "y", value: ChartNumberText.pixels(y)),
        ]
        if !name.isEmpty { attributes.append((key: "class", value: name)) }
        if isAtEnd { attributes.append((key: "text-anchor", value: "end")) }
        texts.append(Element("text", attributes: attributes, text: text))
    }
}
