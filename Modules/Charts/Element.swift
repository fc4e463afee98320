/// An XML element of an SVG drawing or an HTML page.
struct Element: Sendable {
    let name: String
    let attributes: [(key: String, value: String)]
    let children: [Element]
    /// Text before the children.
    let text: String

    init(
        _ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String = "",
        _ children: [Element] = []
    ) {
        self.name = name
        self.attributes = Array(attributes)
        self.text = text
        self.children = children
    }

    init(
        _ name: String, attributes: [(key: String, value: String)], text: String = "",
        children: [Element] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.text = text
        self.children = children
    }

    /// The markup as XML that is also valid HTML: every element is closed.
    var markup: String {
        var markup = ""
        write(into: &markup)
        return markup
    }

    private func write(into markup: inout String) {
        markup += "<\(name)"
        for (key, value) in attributes { markup += " \(key)=\"\(escaped(value))\"" }
        guard !text.isEmpty || !children.isEmpty || !Self.mayBeEmpty.contains(name) else {
            markup += "/>"
            return
        }
        markup += ">\(escaped(text))"
        for child in children { child.write(into: &markup) }
        markup += "</\(name)>"
    }

    /// Elements that HTML allows to be self-closing inside SVG; a `<td/>` would stay open.
    private static let mayBeEmpty: Set<String> = [
        "path", "rect", "circle", "line", "stop", "meta",
    ]
}

/// The text with XML's special characters escaped, and without characters that XML forbids.
private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "\t", "\n", "\r": escaped += " "
        case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
    return escaped
}
