/// Addresses of resources in a bundle.
enum ResourceAddress {
    /// A UUID of version 8 (RFC 9562) as a URN, made of the hash of the texts.
    static func urn(_ texts: [String]) -> String {
        let hash = hash(of: texts.joined(separator: "\u{1F}"))
        let version = hash & ~(0xF << 76) | 0x8 << 76
        let digits = String(version & ~(0b11 << 62) | 0b10 << 62, radix: 16)
        var rest = (String(repeating: "0", count: 32 - digits.count) + digits)[...]
        let parts = [8, 4, 4, 4, 12].map { length in
            defer { rest = rest.dropFirst(length) }
            return rest.prefix(length)
        }
        return "urn:uuid:\(parts.joined(separator: "-"))"
    }

    /// FNV-1a of 128 bits: Fowler, Noll, Vo and Eastlake, "The FNV Non-Cryptographic Hash
    /// Algorithm", draft-eastlake-fnv.
    private static func hash(of text: String) -> UInt128 {
        text.utf8.reduce(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d) { hash, byte in
            (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
        }
    }
}
