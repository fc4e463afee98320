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

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("健康", 4), ("ｱ", 1), ("Ａ", 2), ("한", 2),
        ("👩‍👩‍👧", 2), ("🇫🇷", 2), ("❤", 1), ("❤\u{FE0F}", 2), ("⌚", 2), ("Ж", 1), ("…", 1), ("─", 1),
    ])
    func `a wide letter takes two columns for any number of scalars`(text: String, columns: Int) {
        #expect(columnWidth(text) == columns)
    }

    @Test func `of names that are as near the first by alphabet is meant`() {
        #expect(nearestName(to: "cat", among: ["rat", "bat", "hat"]) == "bat")
    }

    /// The first three are test vectors of the algorithm's authors.
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
        ("=1+1", "'=1+1"), ("@me", "'@me"), ("+cmd", "'+cmd"), ("-", "'-"), ("-5", "-5"),
        ("+3.5", "+3.5"), ("-1e9", "-1e9"), ("'=x", "''=x"), ("'quoted'", "'quoted'"),
        ("\tx", "'\tx"), ("\r", "\"'\r\""), ("=a,b", "\"'=a,b\""), ("5-3", "5-3"),
        ("-5%", "'-5%"),
    ])
    func `a text that a spreadsheet would evaluate has an apostrophe before it`(
        text: String, field: String
    ) {
        #expect(tableField(text) == field)
    }

    @Test func `the text of every field is read back as it was written`() {
        let letters: [Character] = ["'", "=", "-", "5", "\t", "a", "@"]
        var texts = [""]
        for _ in 0..<4 {
            texts = [""] + texts.flatMap { text in letters.map { text + String($0) } }
        }

        for text in Set(texts) {
            #expect(tableText(ofField: tableField(text)) == text)
        }
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a,b", "\"a,b\""), ("a \"b\"", "\"a \"\"b\"\"\""),
        ("a\nb", "\"a\nb\""), ("a\r\nb", "\"a\r\nb\""), ("a b;c", "a b;c"), ("\"", "\"\"\"\""),
    ])
    func `a field is quoted where it has to be`(text: String, field: String) {
        #expect(tableField(text) == field)
    }

    @Test(
        arguments: [
            (0.005, 2, "0.01"), (2.5, 2, "2.50"), (-0.5, 2, "-0.50"), (0.994, 2, "0.99"),
            (-0.001, 2, "0.00"), (1_234_567.5, 0, "1,234,568"), (0, 0, "0"), (0.5, 0, "1"),
            (1e16, 2, "1e+16"), (1e12, 12, "1000000000000.0"), (.nan, 1, "nan"),
            (-.infinity, 0, "-inf"),
        ] as [(Double, Int, String)])
    func `a number is rounded half away from zero`(value: Double, decimals: Int, text: String) {
        #expect(decimalText(value, decimals: decimals, shouldPadZeros: true) == text)
    }

    @Test func `zeros at the end go and thousands stay together where that is wanted`() {
        #expect(decimalText(1234.5, decimals: 3) == "1,234.5")
        #expect(plainDecimalText(1234, decimals: 3) == "1234")
    }

    @Test(
        arguments: [(0, 0), (0.025, 3), (0.25, 2), (2.5, 1), (25, 0), (1e-30, 12)]
            as [(Double, Int)])
    func `small numbers need more decimals for two digits`(value: Double, decimals: Int) {
        #expect(Texts.decimals(toShow: 2, of: value) == decimals)
    }
}
