/// Escapes text for a terminal. Names, notes and sources come from files and other people and must
/// not move the cursor, change the text direction or break a line.
package enum TerminalText {
    /// `text` with every control and direction character written as in a Swift literal, such as
    /// `\u{1b}`; line feeds only without `shouldKeepLines`.
    package static func visible(_ text: String, shouldKeepLines: Bool = false) -> String {
        let needsCheck = text.utf8.contains {
            canBeginControl($0) && !(shouldKeepLines && $0 == UInt8(ascii: "\n"))
        }
        guard needsCheck else { return text }
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isControl(scalar), !(shouldKeepLines && scalar == "\n") {
                visible.append(contentsOf: literal(scalar).unicodeScalars)
            } else {
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// True if a byte can be the first of a character for which ``isControl(_:)`` is true. Most
    /// text has no such byte.
    private static func canBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
            || byte == 0xF4
    }

    /// True if a terminal interprets the character instead of showing it: C0, DEL and C1 controls,
    /// line separators, direction marks, overrides and isolates (Unicode annex 9), zero-width
    /// spaces, and the private-use characters of a styled text. False for the joiners of emojis
    /// and scripts.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E,
            0x2060...0x2064, 0x2066...0x206F, 0xFEFF, 0x10FFE0...0x10FFEF:
            true
        default: false
        }
    }

    private static func literal(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
    }

    /// `text` without its middle if it has more than `limit` characters.
    package static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit, text.count > limit else { return text }
        let end = limit / 4
        return "\(text.prefix(limit - end - 1))…\(text.suffix(end))"
    }
}

extension String {
    /// The text on one line with control characters escaped.
    package var onOneLine: String { TerminalText.visible(self) }
}
