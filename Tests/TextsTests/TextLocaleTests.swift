import Testing
import Texts

/// The conventions of readers. A browser test compares the list of them with Chromium.
@Suite struct TextLocaleTests {
    @Test(
        arguments: [
            ("de-DE,de;q=0.9,en;q=0.8", "de"), ("en-GB", "en-GB"), ("en-US,en;q=0.9", "en"),
            ("DE-ch", "de-CH"), ("de-Latn-AT", "de-AT"), ("pt-BR", "pt"), ("es-419", "es-419"),
            ("xx, fr;q=0.5", "fr"), ("de;q=0.1, fr;q=0.5", "fr"), ("de;q=0, fr", "fr"),
            ("de;q=x, fr;q=0.1", "fr"), ("de;q=7, fr", "de"), (" it ; q=0.3 ,", "it"),
            ("*", nil), ("", nil), ("de;q=0", nil), ("xx-YY", nil), (",;-", nil),
            ("\u{0}\u{301};q=nan", nil),
        ] as [(String, String?)])
    func `the first known language by weight is the one of a header`(header: String, tag: String?) {
        #expect(TextLocale(acceptLanguage: header)?.tag == tag)
    }

    @Test(
        arguments: [
            ("en-GB", "1,234,567.5", "1,234.5"), ("de", "1.234.567,5", "1.234,5"),
            ("de-CH", "1’234’567.5", "1’234.5"), ("es", "1.234.567,5", "1234,5"),
            ("fr", "1\u{202F}234\u{202F}567,5", "1\u{202F}234,5"),
            ("pl", "1\u{A0}234\u{A0}567,5", "1234,5"), ("en-IN", "12,34,567.5", "1,234.5"),
        ])
    func `numbers have the signs of their reader`(tag: String, long: String, short: String) throws {
        let locale = try #require(TextLocale(acceptLanguage: tag))

        TextLocale.$current.withValue(locale) {
            #expect(decimalText(1_234_567.5, decimals: 1) == long)
            #expect(decimalText(1234.5, decimals: 1) == short)
            #expect(groupingThousands("999") == "999")
            #expect(plainDecimalText(-1234.5, decimals: 1) == "-1234.5")
        }
        #expect(decimalText(1234.5, decimals: 1) == "1,234.5")
    }

    @Test(arguments: [
        ("de", [1, 2, 3, 4, 5, 6, 7]), ("en", [7, 1, 2, 3, 4, 5, 6]),
        ("ar", [6, 7, 1, 2, 3, 4, 5]),
    ])
    func `a week begins on the day of its reader`(tag: String, days: [Int]) throws {
        #expect(try #require(TextLocale(acceptLanguage: tag)).weekdays == days)
    }

    @Test func `a long header is read up to its limit`() {
        let header = String(repeating: "xx,", count: 400) + "de"

        #expect(TextLocale(acceptLanguage: header) == nil)
    }
}
