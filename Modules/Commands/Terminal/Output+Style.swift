extension Output {
    /// `text`, of one line or several, in a style; as it is where there is no colour.
    func styled(_ text: String, _ style: Style) -> String {
        guard hasColor else { return text }
        let text = TerminalText.visible(text, shouldKeepLines: true)
        return "\(style.mark)\(text)\(Style.end)"
    }

    /// What a terminal is told by an escape sequence. Until it is written a character for private
    /// use stands for it, so that a sequence within a name is not taken for one of ours.
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

    /// What a terminal is sent for `text`: our styles, and nothing else that it obeys.
    func painted(_ text: String) -> String {
        guard hasColor else { return TerminalText.visible(text, shouldKeepLines: true) }
        var painted = ""
        var plain = text.unicodeScalars[...]
        while let place = plain.firstIndex(where: { Self.sequences[$0] != nil }) {
            painted += TerminalText.visible(String(plain[..<place]), shouldKeepLines: true)
            painted += Self.sequences[plain[place]] ?? ""
            plain = plain[plain.index(after: place)...]
        }
        return painted + TerminalText.visible(String(plain), shouldKeepLines: true)
    }

    private static let sequences: [Unicode.Scalar: String] =
        Style.allCases.reduce(into: [Style.end: "\u{1B}[0m"]) {
            $0[$1.mark] = "\u{1B}[\($1.rawValue)m"
        }
}
