/// An SVG drawing with a title, a description and its numbers as a table.
package struct Picture: Sendable {
    /// The title above the drawing.
    package let title: String
    /// The description for screen readers.
    package let label: String
    /// The numbers in one sentence.
    package let summary: String
    package let table: DataTable
    package let width: Double
    package let height: Double
    var definitions: [Element] = []
    let shapes: [Element]

    /// The picture as a complete SVG document.
    package func svg(_ theme: PictureTheme = .automatic) -> String {
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + element(theme).markup + "\n"
    }

    /// The picture as an HTML page with the table of its numbers.
    package func html(_ theme: PictureTheme = .automatic) -> String {
        Self.page(title: title, [figure(theme)])
    }

    /// The picture with its summary and the table of its numbers, as a part of an HTML page.
    func figure(_ theme: PictureTheme = .automatic) -> Element {
        Element(
            "figure", [:],
            [
                element(theme), Element("figcaption", text: summary),
                Element("details", [:], [Element("summary", text: "Data"), table.element]),
            ])
    }

    /// An HTML page with the style sheet of figures and tables.
    static func page(title: String, _ content: [Element]) -> String {
        let head = Element(
            "head", [:],
            [
                Element("meta", ["charset": "utf-8"]),
                Element(
                    "meta",
                    ["name": "viewport", "content": "width=device-width,initial-scale=1"]),
                Element("meta", ["name": "color-scheme", "content": "light dark"]),
                Element("title", text: title),
                Element("style", text: pageStyle),
            ])
        let page = Element(
            "html", ["lang": "en"], [head, Element("body", [:], [Element("main", [:], content)])])
        return "<!DOCTYPE html>\n" + page.markup + "\n"
    }

    private func element(_ theme: PictureTheme) -> Element {
        let (width, height) = (ChartNumberText.pixels(width), ChartNumberText.pixels(height))
        return Element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(width) \(height)",
                "width": width, "height": height, "role": "img", "aria-label": label,
            ],
            [
                Element("title", text: title), Element("desc", text: summary),
                Element("style", text: StyleSheet.text(theme)),
                Element("defs", [:], definitions),
                Element("rect", ["class": "ground", "width": width, "height": height, "rx": "12"]),
            ] + shapes)
    }

    private static let pageStyle =
        "body{font:14px system-ui,sans-serif;margin:24px}figure{margin:0;max-width:960px}"
        + "svg{max-width:100%;height:auto}table{border-collapse:collapse;margin-top:8px}"
        + "th,td{padding:2px 12px 2px 0;text-align:right;font-variant-numeric:tabular-nums}"
        + "th:first-child{text-align:left}"
}
