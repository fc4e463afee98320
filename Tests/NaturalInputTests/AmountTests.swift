import NaturalInput
import Testing
import Texts

/// Amounts as typed.
@Suite struct AmountTests {
    @Test(
        arguments: [
            ("250", 250, nil), ("250ml", 250, "ml"), ("1.75 l", 1.75, "l"), ("1,5", 1.5, nil),
            ("84,5", 84.5, nil), ("84,55 kg", 84.55, "kg"), ("1h30", 90, "min"),
            ("1h30min", 90, "min"), ("1 h 05 m", 65, "min"), ("0h45", 45, "min"),
            ("90 min", 90, "min"), ("2h", 2, "h"), ("-2,5", -2.5, nil), ("\u{2212}3", -3, nil),
            ("1e3", 1000, nil), ("1.5E-2kg", 0.015, "kg"), ("5 eggs", 5, "eggs"),
            ("5eggs", 5, "eggs"),
            ("1 000", 1000, nil), ("1 000 ml", 1000, "ml"), ("1,234.5", 1234.5, nil),
            ("0,125", 0.125, nil), ("1,2345", 1.2345, nil), ("98.6 °F", 98.6, "°F"), ("5%", 5, "%"),
            ("1.75 fl oz", 1.75, "fl oz"), (".5", 0.5, nil), ("+7", 7, nil),
        ] as [(String, Double, String?)])
    func `an amount is a number with an optional unit`(
        text: String, number: Double, unit: String?
    ) throws {
        #expect(try Amount(text) == Amount(number: number, unit: unit))
    }

    @Test(arguments: [
        "", "ml", "kg 5", "1,", ",5", "1,234,567", "12,34.5", "1.2.3", "1:30", "2026-11-03",
        "0x10", "nan", "inf", "1e999", "--5", "5-", "1h60", "call mum", "1,2,3", "1h30x",
    ])
    func `other texts are not amounts`(text: String) {
        #expect(throws: AmountError.self) { try Amount(text) }
        #expect(!Amount.isWritten(in: text))
    }

    @Test(arguments: [
        ("1,500", "1.5", "1500"), ("12,345", "12.345", "12345"), ("-2,500", "-2.5", "-2500"),
        ("7,000", "7.0", "7000"), ("1,500 ml", "1.5", "1500"),
    ])
    func `a comma before three digits is refused with both readings`(
        text: String, decimal: String, grouped: String
    ) {
        let error = #expect(throws: AmountError.self) { try Amount(text) }

        let number = String(text.split(separator: " ")[0])
        #expect(error == .ambiguous(number, decimal: decimal, grouped: grouped))
        #expect(error?.problem == "\"\(number)\" can mean \(decimal) or \(grouped)")
        #expect(Amount.isWritten(in: text))
    }

    @Test(
        arguments: [
            ("de", "1,500", 1.5), ("de", "1.234,5", 1234.5), ("de", "1.234.567,25", 1_234_567.25),
            ("de", "1.5", 1.5), ("de", "0.125", 0.125), ("de", "\u{2212}2,5", -2.5),
            ("fr", "1\u{202F}234,5", 1234.5), ("de-CH", "1'234.5", 1234.5),
            ("de-CH", "1’234", 1234), ("en", "1,234.5", 1234.5), ("en", "1,5", 1.5),
        ] as [(String, String, Double)])
    func `a number is read as its reader writes it`(
        tag: String, text: String, number: Double
    ) throws {
        let locale = TextLocale(acceptLanguage: tag)

        let value = try TextLocale.$current.withValue(locale) { try DecimalNumber(text).value }

        #expect(value == number)
    }

    @Test(arguments: ["1’234.5 kg", "1'234.5kg"])
    func `an amount has the group sign of its reader`(text: String) throws {
        let swiss = TextLocale(acceptLanguage: "de-CH")

        let amount = try TextLocale.$current.withValue(swiss) { try Amount(text) }

        #expect(amount == Amount(number: 1234.5, unit: "kg"))
        #expect(throws: AmountError.self) { try Amount(text) }
    }

    @Test(arguments: [("de", "1.500", "1,5", "1500"), ("en", "1,500", "1.5", "1500")])
    func `the other sign before three digits is refused with both readings of its reader`(
        tag: String, text: String, decimal: String, grouped: String
    ) {
        let locale = TextLocale(acceptLanguage: tag)

        let error = #expect(throws: AmountError.self) {
            try TextLocale.$current.withValue(locale) { try Amount(text) }
        }

        #expect(error == .ambiguous(text, decimal: decimal, grouped: grouped))
    }

    @Test(arguments: [("de", "12.34,5"), ("de", "1,2,3"), ("de", "1.2.3"), ("en", "1'234")])
    func `numbers of no reader are refused`(tag: String, text: String) {
        let locale = TextLocale(acceptLanguage: tag)

        #expect(throws: AmountError.self) {
            try TextLocale.$current.withValue(locale) { try DecimalNumber(text) }
        }
    }
}
