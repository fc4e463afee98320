import Memberwise

/// The time zone data of a machine, to be compared with that of another one.
@Message
package struct ZoneDataVersion: Codable, Hashable, Sendable {
    /// The release, such as `2025b`; nil: unknown.
    package var release: String? = nil
    /// The hash of the offsets of all zones: equal for equal rules, however their files are written.
    package var hash: String

    /// True if `text` has the form of a release: a year and a letter.
    package static func isRelease(_ text: some StringProtocol) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        return text.utf8.count == 5 && text.utf8.prefix(4).allSatisfy(digits.contains)
            && text.utf8.suffix(1).allSatisfy(letters.contains)
    }
}
