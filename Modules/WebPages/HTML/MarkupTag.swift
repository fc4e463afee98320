/// The tag of an element: 36 bits of a hash of its markup, as six characters of the alphabet of base64url.
package struct MarkupTag: Hashable, Sendable {
    static let length = 6
    private static let bitsPerCharacter = 6
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// The value in the markup whose hash is computed.
    static let blank = MarkupTag(text: String(repeating: "A", count: length))

    let text: String

    init(text: String) { self.text = text }

    init(_ hash: MarkupHash) {
        text = String(
            decoding: (0..<Self.length).map { index in
                let bits = hash.value >> UInt64(index * Self.bitsPerCharacter)
                return Self.alphabet[Int(bits & UInt64(Self.alphabet.count - 1))]
            }, as: UTF8.self)
    }

    /// The tags of a text that has one after the other. The rest of an incomplete one is ignored.
    package static func all(in text: String) -> Set<MarkupTag> {
        var tags: Set<MarkupTag> = []
        var rest = text.utf8[...]
        while rest.count >= length {
            tags.insert(MarkupTag(text: String(decoding: rest.prefix(length), as: UTF8.self)))
            rest = rest.dropFirst(length)
        }
        return tags
    }
}
