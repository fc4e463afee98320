/// Estimates of text widths without a font.
enum TextWidth {
    /// The approximate width of `text` at the size of labels, in pixels.
    static func width(_ text: some StringProtocol) -> Double {
        text.reduce(0) { $0 + width($1) }
    }

    /// `text`, shortened with an ellipsis if it is wider than `width`, at `scale` times the size of
    /// labels.
    static func fitted(_ text: String, to width: Double, scale: Double = 1) -> String {
        let available = width / scale
        guard Self.width(text) > available else { return text }
        var shown = ""
        var rest = available - Self.width("…")
        for letter in text {
            rest -= Self.width(letter)
            guard rest >= 0 else { break }
            shown.append(letter)
        }
        return shown + "…"
    }

    /// Based on the letters of common sans serif fonts at 11 pixels, rounded up.
    private static func width(_ letter: Character) -> Double {
        switch letter {
        case "i", "j", "l", "t", "f", "r", "I", ".", ",", ":", ";", "'", "|", "!", " ", "(", ")":
            4.3
        case "m", "w", "M", "W", "@", "%", "…", "—": 11
        case _ where letter.isUppercase: 8.3
        // Ideographs, syllables and emoji fill a square.
        case _ where (letter.unicodeScalars.first?.value ?? 0) >= 0x1100 && !letter.isASCII: 14
        default: PlotArea.letterWidth + 0.6
        }
    }
}
