/// Text of a manual page in the man(7) macros, with special characters escaped.
struct ManualText {
    private(set) var lines: [String] = []

    /// A line with a macro and its arguments.
    mutating func macro(_ name: String, _ arguments: String...) {
        let quoted = arguments.map { "\"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
        lines.append(([".\(name)"] + quoted).joined(separator: " "))
    }

    /// The title line of a page of section 1. Formatters parse the date, which is not escaped.
    mutating func title(_ name: String, _ date: String, _ source: String) {
        lines.append(
            ".TH \"\(Self.escaped(name))\" 1 \(date) \"\(Self.escaped(source))\" Dayline")
    }

    /// A paragraph of plain text. Empty lines separate paragraphs.
    mutating func paragraphs(_ text: String) {
        var isFirst = true
        for part in text.split(separator: "\n\n") {
            if !isFirst { lines.append(".PP") }
            isFirst = false
            for line in part.split(separator: "\n") { self.text(String(line)) }
        }
    }

    /// A line of plain text.
    mutating func text(_ text: String) {
        formatted(Self.escaped(text))
    }

    /// A line of text with font escapes, whose other characters are escaped.
    mutating func formatted(_ text: String) {
        guard !text.isEmpty else { return }
        // A line that begins with a dot or an apostrophe would be a macro.
        lines.append(text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" + text : text)
    }

    /// Command lines as they are typed.
    mutating func example(_ commands: [String]) {
        lines.append(".EX")
        for command in commands { text(command) }
        lines.append(".EE")
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\e").replacing("-", with: "\\-").replacing("`", with: "\\(ga")
            .replacing("^", with: "\\(ha").replacing("~", with: "\\(ti")
            .replacing("'", with: "\\(aq")
    }
}
