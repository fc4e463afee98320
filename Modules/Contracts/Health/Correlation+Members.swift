import Texts

extension Correlation {
    /// Sixteen hexadecimal digits that tell this correlation from others of its type, source and
    /// times: of the metrics, times and values of its members in any order, and of the name of a food.
    ///
    /// Values count to six digits, as those of samples do that are compared, since another unit in
    /// the settings of the phone changes the last ones.
    package var membersDigest: String {
        var parts = members.map { member in
            "\(member.metric) \(member.start) \(member.end) \(Self.rounded(member.value))"
        }
        parts.sort()
        parts.append(metadata["HKFoodType"] ?? "")
        return stableHash(parts.joined(separator: "\n")).hexDigits
    }

    /// The upper half of the bits, which has 20 of the 52 behind the binary point.
    private static func rounded(_ value: Double) -> UInt64 {
        (value.bitPattern &+ 1 << 31) >> 32
    }
}
