/// The name of a stored photo: the SHA-256 of its bytes and the extension of its format.
package struct PhotoName: Hashable, Sendable, CustomStringConvertible {
    /// The hash and the extension, such as `0a1b….jpeg`.
    package let text: String

    private static let digestLength = 64
    private static let mediaTypes: [Substring: String] = [
        "jpg": "image/jpeg", "png": "image/png", "heic": "image/heic", "avif": "image/avif",
    ]

    /// Nil if the text is not a name of this form, such as the path of a file that is not stored.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, Self.mediaTypes[parts[1]] != nil,
            parts[0].utf8.count == Self.digestLength,
            parts[0].utf8.allSatisfy(Self.isDigit)
        else { return nil }
        self.text = text
    }

    /// The SHA-256 in hexadecimal digits.
    package var digest: Substring { text.prefix(Self.digestLength) }

    /// The extension of the format: `jpg`, `png`, `heic` or `avif`.
    package var ending: Substring { text.dropFirst(Self.digestLength + 1) }

    /// The media type, such as `image/jpeg`.
    package var mediaType: String { Self.mediaTypes[ending] ?? "image/jpeg" }

    /// True if every browser shows the format.
    package var isShownByBrowsers: Bool { ending != "heic" }

    package var description: String { text }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }
}
