extension Output {
    /// `text` in a style; unchanged without colour.
    func styled(_ text: String, _ style: Style) -> String {
        guard hasColor else { return text }
        let text = TerminalText.visible(text, shouldKeepLines: true)
        return "\(style.mark)\(text)\(Style.end)"
    }

    /// A style of text. A private-use character represents the escape sequence until the text is
    /// written, so that escape sequences within names have no effect.
    enum Style: UInt32, CaseIterable {
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case accent = 36

        static let end: Unicode.Scalar = "\u{10FFEF}"

        var mark: Unicode.Scalar {
            switch self {
            case .bold: "\u{10FFE0}"
            case .dim: "\u{10FFE1}"
            case .red: "\u{10FFE2}"
            case .green: "\u{10FFE3}"
            case .yellow: "\u{10FFE4}"
            case .accent: "\u{10FFE5}"
            }
        }
    }

    /// `text` with styles as escape sequences and other control characters escaped.
    func painted(_ text: String) -> String {
        guard hasColor else { return TerminalText.visible(text, shouldKeepLines: true) }
        var painted = ""
        var plain = text.unicodeScalars[...]
        while let index = plain.firstIndex(where: { Self.sequences[$0] != nil }) {
            painted += TerminalText.visible(String(plain[..<index]), shouldKeepLines: true)
            painted += Self.sequences[plain[index]] ?? ""
            plain = plain[plain.index(after: index)...]
        }
        return painted + TerminalText.visible(String(plain), shouldKeepLines: true)
    }

    private static let sequences: [Unicode.Scalar: String] =
        Style.allCases.reduce(into: [Style.end: "\u{1B}[0m"]) {
            $0[$1.mark] = "\u{1B}[\($1.rawValue)m"
        }
}
