/// Scanning of the expected plain form without JSON values. Nil and false mean that the text has another
/// form or is invalid; the position of the reader is undefined then.
extension JSONReader {
    /// Reads an object whose keys have no escapes. `body` receives the byte range of each key and reads the
    /// value.
    mutating func plainMembers(
        _ body: (Range<Int>, inout JSONReader) -> Bool
    ) -> Bool {
        guard accept(UInt8(ascii: "{")) else { return false }
        if accept(UInt8(ascii: "}")) { return true }
        repeat {
            guard let key = plainString(), accept(UInt8(ascii: ":")), body(key, &self) else {
                return false
            }
        } while accept(UInt8(ascii: ","))
        return accept(UInt8(ascii: "}"))
    }

    /// The byte range of a string without escapes and non-ASCII characters.
    mutating func plainString() -> Range<Int>? {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { return nil }
        let start = offset + 1
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard (0x20..<0x80).contains(bytes[end]), bytes[end] != UInt8(ascii: "\\") else {
                return nil
            }
            end += 1
        }
        guard end < bytes.count else { return nil }
        offset = end + 1
        return start..<end
    }

    mutating func plainText() -> String? {
        plainString().map { String(decoding: bytes($0), as: UTF8.self) }
    }

    /// A string of any form.
    mutating func text() -> String? {
        skipSpace()
        return try? string()
    }

    mutating func plainNumber() -> Double? {
        (try? value())?.double
    }

    mutating func acceptNull() -> Bool {
        skipSpace()
        return peek == UInt8(ascii: "n") && (try? literal("null", .null)) != nil
    }
}
