import Testing

@testable import PostgresClient

@Suite struct StoredTextTests {
    @Test(arguments: [
        "", "plain", "\u{0}", "a\u{0}b\u{0}", "\u{10FFFF}", "\u{10FFFF}0", "\u{10FFFF}1\u{0}0",
        "\u{10FFFE}", "😀\u{0}é",
    ])
    func `a text is read as it was written, without a null byte in between`(text: String) {
        var bytes: [UInt8] = []
        StoredText.append(text, to: &bytes)

        #expect(!bytes.contains(0))
        #expect(bytes.withUnsafeBytes(StoredText.text) == text)
    }
}
