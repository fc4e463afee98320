/// Defects in the bytes of an element that is still readable.
struct ByteDefects: OptionSet {
    let rawValue: Int

    /// Control characters that XML forbids.
    static let controlCharacters = ByteDefects(rawValue: 1)
    static let invalidUTF8 = ByteDefects(rawValue: 2)
    /// A duplicate attribute; the first counts, except for the end of a statistic.
    static let duplicateAttribute = ByteDefects(rawValue: 4)
    /// A part of an element without usable values, such as a statistic or a beat.
    static let unreadablePart = ByteDefects(rawValue: 8)

    static let reasons: [(defects: ByteDefects, text: String)] = [
        (.controlCharacters, "control characters in an attribute"),
        (.invalidUTF8, "bytes that are not UTF-8"),
        (.duplicateAttribute, "a duplicate attribute"),
        (.unreadablePart, "a part of an element that cannot be used"),
    ]

    /// The defects of `bytes`.
    static func of(_ bytes: ByteSlice) -> ByteDefects {
        var position = bytes.start
        let end = bytes.end
        var hasControls = false
        // Non-ASCII characters are mostly adjacent, in a source's name: only the bytes from the first
        // to the last word with one are validated.
        var first = end
        var last = end
        while end - position >= 8 {
            // Most words are plain ASCII, so that four are tested at a time.
            while end - position >= 32 {
                let nonPrintable =
                    position.word.nonPrintableBytes | (position + 8).word.nonPrintableBytes
                    | (position + 16).word.nonPrintableBytes
                    | (position + 24).word.nonPrintableBytes
                guard nonPrintable == 0 else { break }
                position += 32
            }
            guard end - position >= 8 else { break }
            let word = position.word
            if word & 0x8080_8080_8080_8080 != 0 {
                if first == end { first = position }
                last = position + 8
            }
            // Usually a line break.
            if word.nonPrintableBytes & ~word != 0 {
                for i in 0..<8 where isControl(position[i]) { hasControls = true }
            }
            position += 8
        }
        while position < end {
            if isControl(position.pointee) { hasControls = true }
            if position.pointee >= 0x80 {
                if first == end { first = position }
                last = end
            }
            position += 1
        }
        var defects: ByteDefects = hasControls ? .controlCharacters : []
        if first < end {
            // The last character may extend beyond its word.
            while last < end, last.pointee & 0xC0 == 0x80 { last += 1 }
            if !isUTF8(ByteSlice(first, to: last)) { defects.insert(.invalidUTF8) }
        }
        return defects
    }

    private static func isControl(_ byte: UInt8) -> Bool {
        byte < 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }

    private static func isUTF8(_ bytes: ByteSlice) -> Bool {
        var position = bytes.start
        let end = bytes.end
        while position < end {
            if end - position >= 8, position.word & 0x8080_8080_8080_8080 == 0 {
                position += 8
                continue
            }
            let lead = position.pointee
            position += 1
            if lead < 0x80 { continue }
            // The second byte has its own bounds, which exclude overlong forms, surrogates and values
            // above U+10FFFF (Unicode, table 3-7).
            let (count, low, high): (Int, UInt8, UInt8) =
                switch lead {
                case 0xC2...0xDF: (1, 0x80, 0xBF)
                case 0xE0: (2, 0xA0, 0xBF)
                case 0xED: (2, 0x80, 0x9F)
                case 0xE1...0xEF: (2, 0x80, 0xBF)
                case 0xF0: (3, 0x90, 0xBF)
                case 0xF1...0xF3: (3, 0x80, 0xBF)
                case 0xF4: (3, 0x80, 0x8F)
                default: (0, 0, 0)
                }
            guard count > 0, end - position >= count, position.pointee >= low,
                position.pointee <= high
            else { return false }
            for i in 1..<count where position[i] & 0xC0 != 0x80 { return false }
            position += count
        }
        return true
    }
}

extension UInt64 {
    /// The highest bit of each byte that is not ASCII or below the space.
    @inline(__always)
    fileprivate var nonPrintableBytes: UInt64 {
        // A byte below 0x20 leaves bit 7 clear in the sum.
        let sum = (self & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x6060_6060_6060_6060
        return (self | ~sum) & 0x8080_8080_8080_8080
    }
}
