extension Picture {
    /// The picture as an SVG element of a page: without style sheet, ground and heading. The page
    /// has a style sheet for the classes. `name` is the class of the element; nil: none.
    package func webMarkup(class name: String? = nil) -> String {
        let size = "0 0 \(ChartNumberText.pixels(width)) \(ChartNumberText.pixels(height))"
        var attributes = [
            (key: "viewBox", value: size), (key: "role", value: "img"),
            (key: "aria-label", value: summary),
        ]
        if let name { attributes.insert((key: "class", value: name), at: 0) }
        let definitions =
            definitions.isEmpty ? [] : [Element("defs", [:], definitions.map(\.forWeb))]
        return Element(
            "svg", attributes: attributes, children: definitions + shapes.map(\.forWeb)
        ).markup
    }
}

extension Element {
    /// The element with the classes of the style sheet of web pages. Scripts make a picture
    /// accessible as a whole, so that its parts are not stops of the tab key.
    fileprivate var forWeb: Element {
        Element(
            name,
            attributes: attributes.compactMap { key, value in
                switch key {
                case "tabindex": nil
                case "class":
                    Element.webClass(value).map { (key: key, value: $0) }
                default: (key: key, value: value)
                }
            }, text: text, children: children.map(\.forWeb))
    }

    /// The classes of the style sheet of web pages; nil if no class remains.
    private static func webClass(_ names: String) -> String? {
        let renamed = names.split(separator: " ").compactMap { name -> String? in
            switch name {
            case "drawn": nil
            case "part": "part-area"
            case "empty": "f-empty"
            default: String(name)
            }
        }
        return renamed.isEmpty ? nil : renamed.joined(separator: " ")
    }
}
