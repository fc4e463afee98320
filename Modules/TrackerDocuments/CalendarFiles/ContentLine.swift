/// A content line of an iCalendar object (RFC 5545, section 3.1): a name with parameters and a value.
struct ContentLine: Hashable, Sendable {
    /// In upper case, such as `DTSTART`.
    var name: String
    /// By their names in upper case, without quotation marks.
    var parameters: [String: String] = [:]
    /// The value as written.
    var value: String

    /// Nil if the text has no name or no value.
    init?(_ text: String) {
        var rest = text.utf8[...]
        let name = Self.word(&rest)
        guard !name.isEmpty else { return nil }
        self.name = name
        var parameters: [String: String] = [:]
        while rest.first == UInt8(ascii: ";") {
            rest = rest.dropFirst()
            let key = Self.word(&rest)
            guard !key.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
            rest = rest.dropFirst()
            parameters[key] = Self.parameterValue(&rest)
        }
        guard rest.first == UInt8(ascii: ":") else { return nil }
        self.parameters = parameters
        value = String(decoding: rest.dropFirst(), as: UTF8.self)
    }

    /// Removes a name from the start, in upper case.
    private static func word(_ rest: inout Substring.UTF8View) -> String {
        let word = rest.prefix { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        rest = rest.dropFirst(word.count)
        return String(decoding: word, as: UTF8.self).uppercased()
    }

    /// Removes the value of a parameter from the start: the first of a list, quoted or not.
    private static func parameterValue(_ rest: inout Substring.UTF8View) -> String {
        let quote = UInt8(ascii: "\"")
        var value: Substring.UTF8View
        if rest.first == quote {
            value = rest.dropFirst().prefix { $0 != quote }
            rest = rest.dropFirst(value.count + 1).drop { $0 == quote }
        } else {
            value = rest.prefix { !",;:".utf8.contains($0) }
            rest = rest.dropFirst(value.count)
        }
        while rest.first == UInt8(ascii: ",") {
            rest = rest.dropFirst()
            _ = parameterValue(&rest)
        }
        return String(decoding: value, as: UTF8.self)
    }

    /// The value as text, without its escapes (section 3.3.11).
    var text: String {
        var text = ""
        var isEscaped = false
        for scalar in value.unicodeScalars {
            if isEscaped {
                text.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// The content lines of a file, without line folds. Lines end with CRLF or LF.
struct ContentLines: Sendable {
    private let bytes: [UInt8]
    private var position = 0
    private var nextNumber: Int64 = 1
    /// The number of the last line's first physical line.
    private(set) var number: Int64 = 1
    /// The offset of the last line in bytes.
    private(set) var offset: Int64 = 0

    /// The maximum length of a line in bytes; the rest of a longer line is dropped.
    static let lineLimit = 64 << 10

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    }

    /// The next line that is not empty; nil at the end.
    mutating func next() -> String? {
        while position < bytes.count {
            (number, offset) = (nextNumber, Int64(position))
            var line: [UInt8] = []
            appendPhysicalLine(to: &line)
            while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 {
                position += 1
                appendPhysicalLine(to: &line)
            }
            if !line.isEmpty { return String(decoding: line, as: UTF8.self) }
        }
        return nil
    }

    private mutating func appendPhysicalLine(to line: inout [UInt8]) {
        let start = position
        while position < bytes.count, bytes[position] != 0x0A { position += 1 }
        var part = bytes[start..<position]
        if part.last == 0x0D { part = part.dropLast() }
        line += part.prefix(Self.lineLimit - line.count)
        position += 1
        nextNumber += 1
    }
}
