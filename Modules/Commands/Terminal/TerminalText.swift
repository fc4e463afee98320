/// Text as a terminal may have it: names, remarks and sources come from files and from other people,
/// and nothing in them may move the cursor, turn the reading direction or break a line.
package enum TerminalText {
    /// `text` with every control and direction character written as in a Swift literal, such as
    /// `\u{1b}`; line feeds stay when `shouldKeepLines`.
    package static func visible(_ text: String, shouldKeepLines: Bool = false) -> String {
        guard text.utf8.contains(where: canBeginControl) else { return text }
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

    /// Whether a byte can begin what ``isControl(_:)`` speaks of: most text has none of them.
    private static func canBeginControl(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == 0xEF
            || byte == 0xF4
    }

    /// Whether a terminal acts on it in the place of showing it: C0, DEL and C1 controls, the
    /// separators of lines, marks, overrides and isolates of direction (Unicode's annex 9), spaces
    /// of no width, and the private characters that stand for a ``Output/Style``. The joiners of
    /// emojis and of scripts stay.
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

    /// `text` with its middle left out when it has more than `limit` characters.
    package static func shortened(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit, text.count > limit else { return text }
        let end = limit / 4
        return "\(text.prefix(limit - end - 1))…\(text.suffix(end))"
    }
}

extension String {
    /// As one line that a terminal obeys in nothing.
    var onOneLine: String { TerminalText.visible(self) }
}
