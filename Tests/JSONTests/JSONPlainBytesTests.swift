import Testing

@testable import JSON

/// The search for bytes that need an escape sequence, eight at a time.
@Suite struct JSONPlainBytesTests {
    @Test func `the first byte that needs an escape is found at each place of each length`() {
        for byte in UInt8.min...UInt8.max {
            let isMark = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
            let needsEscape = byte < 0x20 || isMark
            for length in 1...17 {
                for place in 0..<length {
                    var text = Array(repeating: UInt8(ascii: "x"), count: length)
                    text[place] = byte
                    let count = text.withUnsafeBytes { JSONPlainBytes.count(in: $0) }
                    #expect(count == (needsEscape ? place : length), "byte \(byte) of \(text)")
                }
            }
        }
    }

    @Test func `a text with each character at each place is read as it was written`() throws {
        for character in (0..<0x250).compactMap(Unicode.Scalar.init) {
            for place in 0...9 {
                let text = String(repeating: "x", count: place) + "\(character)\"yyyyyyyyy"
                var writer = JSONWriter()
                writer.append(text: text)
                #expect(try JSONValue(parsing: writer.removeText()) == .string(text))
            }
        }
    }
}
