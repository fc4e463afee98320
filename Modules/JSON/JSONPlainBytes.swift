/// A search for the bytes that JSON strings have only in escape sequences: quotation marks, backslashes and
/// control characters (RFC 8259, section 7).
enum JSONPlainBytes {
    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The number of bytes before the first that needs an escape sequence, or of all bytes.
    static func count(in text: UnsafeRawBufferPointer) -> Int {
        var count = 0
        while count + 8 <= text.count,
            !hasEscape(text.loadUnaligned(fromByteOffset: count, as: UInt64.self))
        {
            count += 8
        }
        while count < text.count, !needsEscape(text[count]) { count += 1 }
        return count
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    /// True if one of eight bytes needs an escape sequence: "Determine if a word has a byte less than n" and
    /// "equal to n" in S. E. Anderson, Bit Twiddling Hacks.
    private static func hasEscape(_ word: UInt64) -> Bool {
        func hasLess(_ word: UInt64, _ limit: UInt64) -> UInt64 {
            (word &- ones &* limit) & ~word & highBits
        }
        let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
        let backslashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
        return hasLess(word, 0x20) | hasLess(quotes, 1) | hasLess(backslashes, 1) != 0
    }
}
