import Texts

/// The rule for the names of activities and categories and the titles of goals.
///
/// Names are typed in commands and printed on one line. A valid name has no line breaks or control
/// characters, does not begin with a hyphen, and has at most 100 characters.
package enum RecordName {
    package static let characterLimit = 100

    /// True if the name without surrounding white space is valid.
    package static func isValid(_ name: String) -> Bool {
        let trimmed = name.trimmed
        return !trimmed.isEmpty && !trimmed.hasPrefix("-") && trimmed.count <= characterLimit
            && !name.unicodeScalars.contains(where: isControl)
    }

    /// A valid name derived from `written`; nil if no valid character remains.
    package static func cleaned(_ written: String) -> String? {
        let scalars = written.unicodeScalars.map { isControl($0) ? " " : $0 }
        let words = String(String.UnicodeScalarView(scalars)).split(separator: " ")
        let line = words.joined(separator: " ").drop { $0 == "-" || $0 == " " }
        let name = String(line.prefix(characterLimit)).trimmed
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
