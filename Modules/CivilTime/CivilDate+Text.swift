extension CivilDate: CustomStringConvertible, LosslessStringConvertible {
    /// `YYYY-MM-DD`, with a leading minus sign before the year 0.
    package var description: String {
        let (year, month, day) = components
        if (0...9999).contains(year) { return Self.text(year, month, day) }
        let digits = String(year.magnitude)
        let padding = String(repeating: "0", count: max(0, 4 - digits.count))
        let sign = year < 0 ? "-" : ""
        return "\(sign)\(padding)\(digits)-\(twoDigits(month))-\(twoDigits(day))"
    }

    /// The text of a year with up to four digits.
    private static func text(_ year: Int, _ month: Int, _ day: Int) -> String {
        String(unsafeUninitializedCapacity: 10) { text in
            for (index, place) in [1000, 100, 10, 1].enumerated() {
                text[index] = digit(year / place)
            }
            for (start, number) in [(5, month), (8, day)] {
                text[start - 1] = UInt8(ascii: "-")
                text[start] = digit(number / 10)
                text[start + 1] = digit(number)
            }
            return 10
        }
    }

    private static func digit(_ number: Int) -> UInt8 { UInt8(ascii: "0") + UInt8(number % 10) }

    /// Parses exactly `YYYY-MM-DD`; nil for any other text and for a date that does not exist.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]),
            let day = decimal(bytes[8..<10])
        else { return nil }
        self.init(year, month, day)
    }
}

extension CivilDate: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = CivilDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"\(text)\" is not a day of the form YYYY-MM-DD")
        }
        self = date
    }

    /// Encodes a day outside the years 0...9999, such as the end of a week after the last day, as the
    /// nearest one that can be decoded.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let day = min(max(self, .distantPast), .distantFuture)
        try container.encode(day.description)
    }
}

/// A number of 0...99 with two digits.
package func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}

/// The value of ASCII digits; nil if `bytes` is empty, is longer than 18, or has another byte.
func decimal(_ bytes: some Collection<UInt8>) -> Int? {
    guard (1...18).contains(bytes.count) else { return nil }
    var value = 0
    for byte in bytes {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
}
