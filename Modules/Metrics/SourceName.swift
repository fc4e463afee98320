/// The name of an app or a device that recorded samples: as shown, and as compared.
package struct SourceName: Hashable, Sendable {
    /// As the file has it.
    package let shown: String
    /// For matching: no-break and other odd spaces as one plain space, typographic quotes as plain
    /// ones, none of it at the ends. Case is kept.
    package let compared: String

    package init(_ text: String) {
        shown = text
        compared = Self.normalized(text)
    }

    static func normalized(_ text: String) -> String {
        // Most names are plain and need no copy.
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
