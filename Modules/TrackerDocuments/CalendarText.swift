/// The text of an iCalendar object (RFC 5545): content lines, escaped and folded.
package struct CalendarText: Hashable, Sendable {
    package private(set) var text = ""

    /// A line has at most so many octets, its end not counted (section 3.1).
    package static let lineLimitInOctets = 75

    package init() {}

    /// A property whose value is written as it is: a date, a rule, a word of the format.
    ///
    /// - Parameters:
    ///   - name: With its parameters, such as `DTSTART;VALUE=DATE`.
    ///   - value: Has no line breaks.
    package mutating func add(_ name: String, _ value: String) {
        var octets = 0
        for character in "\(name):\(value)".unicodeScalars {
            let size = UTF8.width(character)
            if octets + size > Self.lineLimitInOctets {
                // The space that a line goes on with is one of its octets.
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(character)
            octets += size
        }
        text += "\r\n"
    }

    /// A property whose value is any words (section 3.3.11).
    package mutating func add(_ name: String, text: String) {
        add(name, Self.escaped(text))
    }

    private static func escaped(_ words: String) -> String {
        var escaped = ""
        for character in words {
            switch character {
            case "\\": escaped += "\\\\"
            case ";": escaped += "\\;"
            case ",": escaped += "\\,"
            case "\n", "\r\n", "\r": escaped += "\\n"
            default:
                // Control characters have no place in the format, except the tab.
                for scalar in character.unicodeScalars
                where scalar == "\t" || (scalar.value >= 0x20 && scalar.value != 0x7F) {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
