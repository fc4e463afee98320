import Texts

extension Correlation {
    /// Sixteen hexadecimal digits that identify this correlation among others of its type, source
    /// and times: a hash of the metrics, times and values of its members in any order, and of the
    /// name of a food.
    ///
    /// Values count to six significant digits, as in the comparison of samples, since another unit
    /// in the settings of the phone changes the last digits.
    package var membersDigest: String {
        var parts = members.map { member in
            "\(member.metric) \(member.start) \(member.end) \(Self.rounded(member.value))"
        }
        parts.sort()
        parts.append(metadata["HKFoodType"] ?? "")
        return stableHash(parts.joined(separator: "\n")).hexDigits
    }

    /// The upper half of the bits, with 20 of the 52 bits of the fraction.
    private static func rounded(_ value: Double) -> UInt64 {
        (value.bitPattern &+ 1 << 31) >> 32
    }
}
