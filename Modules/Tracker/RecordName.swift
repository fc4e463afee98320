import Texts

/// The rule for the names of activities and categories and the titles of goals.
///
/// A name is typed in commands and printed on one line: it has no line breaks and no control
/// characters, does not read as an option, and has at most 100 letters.
package enum RecordName {
    package static let limitInLetters = 100

    /// True for a name that is valid once white space at its ends is left out.
    package static func isValid(_ name: String) -> Bool {
        let trimmed = name.trimmed
        return !trimmed.isEmpty && !trimmed.hasPrefix("-") && trimmed.count <= limitInLetters
            && !name.unicodeScalars.contains(where: isControl)
    }

    /// The nearest valid name; nil where nothing of `written` can be in a name.
    package static func cleaned(_ written: String) -> String? {
        let scalars = written.unicodeScalars.map { isControl($0) ? " " : $0 }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        let line = words.joined(separator: " ").drop { $0 == "-" || $0 == " " }
        let name = String(line.prefix(limitInLetters)).trimmed
        return name.isEmpty ? nil : name
    }

    /// True for control characters of ASCII and Latin-1, and for the separators of lines and paragraphs.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: true
        default: false
        }
    }
}
