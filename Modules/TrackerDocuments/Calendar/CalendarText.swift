/// The text of an iCalendar object (RFC 5545): content lines, escaped and folded.
package struct CalendarText: Hashable, Sendable {
    package private(set) var text = ""

    /// The maximum octets of a line without its end (RFC 5545, section 3.1).
    package static let lineLimitInOctets = 75

    package init() {}

    /// Adds a property whose value needs no escaping: a date, a rule or a keyword.
    ///
    /// - Parameters:
    ///   - name: The name with its parameters, such as `DTSTART;VALUE=DATE`.
    ///   - value: A text without line breaks.
    package mutating func add(_ name: String, _ value: String) {
        var octets = 0
        for character in "\(name):\(value)".unicodeScalars {
            let size = UTF8.width(character)
            if octets + size > Self.lineLimitInOctets {
                // The leading space of a continuation line counts as an octet.
                text += "\r\n "
                octets = 1
            }
            text.unicodeScalars.append(character)
            octets += size
        }
        text += "\r\n"
    }

    /// Adds a property with a text value, which is escaped (section 3.3.11).
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
                // The format does not allow control characters except the tab.
                for scalar in character.unicodeScalars
                where scalar == "\t" || (scalar.value >= 0x20 && scalar.value != 0x7F) {
                    escaped.unicodeScalars.append(scalar)
                }
            }
        }
        return escaped
    }
}
