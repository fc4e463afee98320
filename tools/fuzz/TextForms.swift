/// Checks of exported file formats.
enum TextForms {
    /// Checks the lines of RFC 5545: at most 75 octets and CRLF each, with nested BEGIN and END.
    static func checkCalendar(_ text: String) {
        var open: [Substring] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            guard line.last == UInt8(ascii: "\r"), line.count <= 76 else {
                FuzzCase.fail("a line of a calendar is too long or does not end with CRLF")
            }
            let words = Substring(line.dropLast())
            if words.hasPrefix("BEGIN:") { open.append(words.dropFirst(6)) }
            if words.hasPrefix("END:") {
                guard open.popLast() == words.dropFirst(4) else {
                    FuzzCase.fail("a calendar has END:\(words.dropFirst(4)) without its BEGIN")
                }
            }
        }
        guard open.isEmpty else { FuzzCase.fail("a calendar has a BEGIN without its END") }
    }

    /// Checks the records of RFC 4180, which must all have the same number of fields.
    static func checkTable(_ text: String) {
        var (fields, expected) = (1, 0)
        var (isQuoted, isAfterReturn) = (false, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: fields += 1
            case UInt8(ascii: "\n") where !isQuoted:
                guard isAfterReturn else {
                    FuzzCase.fail("a line of a table does not end with CRLF")
                }
                if expected == 0 { expected = fields }
                guard fields == expected else {
                    FuzzCase.fail("a record has \(fields) fields, not \(expected)")
                }
                fields = 1
            default: break
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
        guard !isQuoted, fields == 1 else { FuzzCase.fail("a table ends within a record") }
    }
}
