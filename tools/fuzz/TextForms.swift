/// What the files of others have to look like.
enum TextForms {
    /// Lines of RFC 5545: at most 75 octets, CRLF behind each, what begins ends in the opposite order.
    static func checkCalendar(_ text: String) {
        var open: [Substring] = []
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .dropLast()
        {
            guard line.last == UInt8(ascii: "\r"), line.count <= 76 else {
                FuzzCase.fail("a line of a calendar is too long, or ends in something else")
            }
            let words = Substring(line.dropLast())
            if words.hasPrefix("BEGIN:") { open.append(words.dropFirst(6)) }
            if words.hasPrefix("END:") {
                guard open.popLast() == words.dropFirst(4) else {
                    FuzzCase.fail("a calendar ends \(words.dropFirst(4)), which did not begin")
                }
            }
        }
        guard open.isEmpty else { FuzzCase.fail("a calendar that does not end") }
    }

    /// Records of RFC 4180, each with as many fields as the first.
    static func checkTable(_ text: String) {
        var (fields, wanted) = (1, 0)
        var (isQuoted, isAfterReturn) = (false, false)
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: ",") where !isQuoted: fields += 1
            case UInt8(ascii: "\n") where !isQuoted:
                guard isAfterReturn else {
                    FuzzCase.fail("a line of a table ends in something else")
                }
                if wanted == 0 { wanted = fields }
                guard fields == wanted else {
                    FuzzCase.fail("\(fields) fields in a table of \(wanted)")
                }
                fields = 1
            default: break
            }
            isAfterReturn = byte == UInt8(ascii: "\r")
        }
        guard !isQuoted, fields == 1 else { FuzzCase.fail("a table that does not end") }
    }
}
