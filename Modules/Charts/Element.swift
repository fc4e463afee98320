/// An element of a drawing or of a page.
struct Element: Sendable {
    let name: String
    let attributes: [(key: String, value: String)]
    let children: [Element]
    /// Stands before the children.
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

    /// As XML, which HTML reads as well: every element is closed.
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

    /// Those that HTML lets close themselves inside a drawing; a `<td/>` would stay open.
    private static let mayBeEmpty: Set<String> = [
        "path", "rect", "circle", "line", "stop", "meta",
    ]
}

/// Text without what XML would take for markup, and without the characters it does not allow.
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
