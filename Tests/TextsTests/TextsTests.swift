import Testing
import Texts

@Suite struct TextsTests {
    @Test(arguments: [
        ("wieght", "weight"), ("wei", nil), ("Weigth", "weight"), ("bost", "best"),
        ("heightt", "height"), ("", nil), ("xyzzy", nil),
    ])
    func `the nearest name is at most a third of the letters away`(word: String, nearest: String?) {
        #expect(nearestName(to: word, among: ["weight", "height", "best", "beast"]) == nearest)
    }

    @Test(arguments: [
        ("a", "a"), ("", ""), (" ", ""), (" a b\u{a0}\n", "a b"), ("\u{2003}\t", ""),
    ])
    func `white space at the ends is trimmed`(text: String, trimmed: String) {
        #expect(text.trimmed == trimmed)
    }

    @Test func `of names that are as near the first by alphabet is meant`() {
        #expect(nearestName(to: "cat", among: ["rat", "bat", "hat"]) == "bat")
    }

    /// The first three are those of the algorithm's authors.
    @Test(
        arguments: [
            ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c),
            ("foobar", 0x8594_4171_f739_67e8),
            ("café", 0x48e8_823a_cfa4_0d89),
        ] as [(String, UInt64)])
    func `a hash is the same everywhere`(text: String, hash: UInt64) {
        #expect(stableHash(text) == hash)
    }

    @Test(
        arguments: [
            (0, "0000000000000000"), (255, "00000000000000ff"), (.max, "ffffffffffffffff"),
        ] as [(UInt64, String)])
    func `hexadecimal digits are sixteen`(number: UInt64, digits: String) {
        #expect(number.hexDigits == digits)
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""),
        ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), ("a b;c", "a b;c"), ("\"", "\"\"\"\""),
    ])
    func `a field is quoted where it has to be`(text: String, field: String) {
        #expect(tableField(text) == field)
    }
}
