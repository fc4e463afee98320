/// The name of an app or a device that recorded samples, in the shown and the compared form.
package struct SourceName: Hashable, Sendable {
    /// The name as in the file.
    package let shown: String
    /// The name for comparison: white space becomes a plain space, typographic quotes become plain
    /// ones, and both ends are trimmed. Case is significant.
    package let compared: String

    package init(_ text: String) {
        shown = text
        compared = Self.normalized(text)
    }

    static func normalized(_ text: String) -> String {
        // Most names are ASCII and need no copy.
        if text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) { return text }
        var result = String.UnicodeScalarView()
        var isSpacePending = false
        for scalar in text.unicodeScalars {
            if scalar.properties.isWhitespace || isInvisible(scalar) {
                isSpacePending = isSpacePending || !isInvisible(scalar)
                continue
            }
            if isSpacePending, !result.isEmpty { result.append(" ") }
            isSpacePending = false
            result.append(plain(scalar))
        }
        return String(result)
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 32 && !scalar.properties.isWhitespace
            || (0x200B...0x200F).contains(scalar.value) || scalar.value == 0xFEFF
    }

    private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar {
        case "\u{2018}", "\u{2019}", "\u{201A}", "\u{2032}", "\u{02BC}": "'"
        case "\u{201C}", "\u{201D}", "\u{201E}", "\u{2033}": "\""
        case "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2212}": "-"
        default: scalar
        }
    }
}
