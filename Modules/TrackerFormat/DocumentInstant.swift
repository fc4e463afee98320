import CivilTime

/// Instants as the document writes them: ISO 8601, in UTC or with an offset.
package enum DocumentInstant {
    /// Milliseconds since 1970 UTC; `nil` for a text that is no instant.
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
            let written = rest.dropFirst().prefix { (48...57).contains($0) }
            let padded = Array(written.prefix(3)) + Array(repeating: 48, count: 3)
            guard !written.isEmpty, let value = digits(padded.prefix(3)) else { return nil }
            fraction = value
            rest = rest.dropFirst(1 + written.count)
        }
        guard let offset = offsetInSeconds(rest) else { return nil }
        let seconds = Int64(day.days) * 86_400 + hour * 3600 + minute * 60 + second - offset
        return seconds * 1000 + fraction
    }

    /// Whole seconds in UTC, as the seed tracker writes them.
    package static func text(_ milliseconds: Int64) -> String {
        let seconds = milliseconds.flooredDivision(by: 1000)
        let days = seconds.flooredDivision(by: 86_400)
        let day = CivilDate(clampingDays: days)
        let second = seconds - days * 86_400
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(day)T\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))Z"
    }

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

extension Int64 {
    func flooredDivision(by divisor: Int64) -> Int64 {
        self >= 0 ? self / divisor : (self - divisor + 1) / divisor
    }
}
