extension FixedWidthInteger where Self: UnsignedInteger {
    /// The hexadecimal digits with leading zeros: two for each byte.
    package var hexDigits: String {
        let digits = String(self, radix: 16)
        return String(repeating: "0", count: Self.bitWidth / 4 - digits.count) + digits
    }
}

extension Sequence<UInt8> {
    /// The hexadecimal digits of all bytes.
    package var hexDigits: String { map(\.hexDigits).joined() }
}
