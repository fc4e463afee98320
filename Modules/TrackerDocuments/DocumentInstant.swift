import CivilTime

/// The instants of documents: ISO 8601, in UTC or with an offset.
package enum DocumentInstant {
    /// Milliseconds since 1970 UTC; nil if the text is not an instant.
    package static func milliseconds(_ text: String) -> Int64? {
        guard text.utf8.count >= 20, let day = CivilDate(String(text.prefix(10))) else {
            return nil
        }
        let bytes = Array(text.utf8)
        guard bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), let hour = digits(bytes[11..<13]),
            let minute = digits(bytes[14..<16]), let second = digits(bytes[17..<19]),
            hour < 24, minute < 60, second <= 60
        else { return nil }
        var rest = bytes[19...]
        var fraction: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let fractionDigits = rest.dropFirst().prefix { (48...57).contains($0) }
            let padded = Array(fractionDigits.prefix(3)) + Array(repeating: 48, count: 3)
            guard !fractionDigits.isEmpty, let value = digits(padded.prefix(3)) else { return nil }
            fraction = value
            rest = rest.dropFirst(1 + fractionDigits.count)
        }
        guard let offset = offsetInSeconds(rest) else { return nil }
        let seconds = Int64(day.days) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return seconds * 1000 + fraction
    }

    /// Milliseconds of an instant in the form of ``text(_:)``, `2026-01-05T12:00:00Z`; nil for any other
    /// form.
    static func plain(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
            text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"),
            text[16] == UInt8(ascii: ":"), text[19] == UInt8(ascii: "Z")
        else { return nil }
        func pair(_ start: Int) -> Int? {
            let (ten, one) = (text[start] &- 48, text[start + 1] &- 48)
            return ten < 10 && one < 10 ? Int(ten) * 10 + Int(one) : nil
        }
        guard let century = pair(0), let year = pair(2), let month = pair(5), let day = pair(8),
            let hour = pair(11), let minute = pair(14), let second = pair(17), hour < 24,
            minute < 60, second < 60, let date = CivilDate(century * 100 + year, month, day)
        else { return nil }
        return (Int64(date.days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)) * 1000
    }

    /// The instant in whole seconds in UTC, the form of the seed tracker.
    package static func text(_ milliseconds: Int64) -> String { secondText(milliseconds) }

    private static func offsetInSeconds(_ bytes: ArraySlice<UInt8>) -> Int64? {
        if Array(bytes) == [UInt8(ascii: "Z")] { return 0 }
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
        else { return nil }
        let numbers = bytes.dropFirst().filter { $0 != UInt8(ascii: ":") }
        guard numbers.count == 4, let hours = digits(numbers.prefix(2)),
            let minutes = digits(numbers.suffix(2))
        else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }

    private static func digits(_ bytes: some Collection<UInt8>) -> Int64? {
        var value: Int64 = 0
        for byte in bytes {
            guard (48...57).contains(byte) else { return nil }
            value = value * 10 + Int64(byte - 48)
        }
        return bytes.isEmpty ? nil : value
    }
}
