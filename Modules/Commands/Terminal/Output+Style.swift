import Presentation

extension Output: TextStyler {
    /// `text` in a style; unchanged without colour. Private-use characters represent the escape
    /// sequences until the text is written, so that escape sequences within names have no effect.
    func styled(_ text: String, _ style: TextStyle) -> String {
        guard hasColor else { return text }
        let text = TerminalText.visible(text, shouldKeepLines: true)
        return "\(style.mark.character)\(text)\(Self.end.character)"
    }

    /// A character and the parameter of the escape sequence that it represents.
    fileprivate typealias Mark = (character: Unicode.Scalar, parameter: Int)

    private static let end: Mark = ("\u{10FFEF}", 0)

    /// `text` with styles as escape sequences and other control characters escaped.
    func painted(_ text: String) -> String {
        guard hasColor else { return TerminalText.visible(text, shouldKeepLines: true) }
        var painted = ""
        var plain = text.unicodeScalars[...]
        while let index = plain.firstIndex(where: { Self.parameters[$0] != nil }) {
            painted += TerminalText.visible(String(plain[..<index]), shouldKeepLines: true)
            painted += Self.parameters[plain[index]].map { "\u{1B}[\($0)m" } ?? ""
            plain = plain[plain.index(after: index)...]
        }
        return painted + TerminalText.visible(String(plain), shouldKeepLines: true)
    }

    private static let parameters = Dictionary(
        uniqueKeysWithValues: (TextStyle.allCases.map(\.mark) + [end]).map { ($0, $1) })
}

extension TextStyle {
    fileprivate var mark: Output.Mark {
        switch self {
        case .bold: ("\u{10FFE0}", 1)
        case .dim: ("\u{10FFE1}", 2)
        case .red: ("\u{10FFE2}", 31)
        case .green: ("\u{10FFE3}", 32)
        case .yellow: ("\u{10FFE4}", 33)
        case .accent: ("\u{10FFE5}", 36)
        }
    }
}
