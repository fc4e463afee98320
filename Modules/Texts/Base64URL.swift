import FoundationEssentials

/// The alphabet of base64 for addresses, without padding (RFC 4648, 5).
package enum Base64URL {
    package static func text(_ bytes: [UInt8]) -> String {
        var text = Data(bytes).base64EncodedString()
        text.replace("+", with: "-")
        text.replace("/", with: "_")
        return String(text.prefix { $0 != "=" })
    }

    /// The bytes of a text; nil for a text in another form.
    package static func bytes(_ text: String) -> [UInt8]? {
        guard
            text.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            })
        else { return nil }
        var standard = text
        standard.replace("-", with: "+")
        standard.replace("_", with: "/")
        standard += String(repeating: "=", count: (4 - standard.utf8.count % 4) % 4)
        return Data(base64Encoded: standard).map { Array($0) }
    }
}
