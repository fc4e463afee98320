/// A hash of markup that is the same in every process, of eight bytes in each step.
struct MarkupHash {
    /// The golden ratio in 64 bits, which is odd and has no pattern.
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let wordLength = 8

    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        var offset = 0
        while offset + Self.wordLength <= bytes.count {
            mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            offset += Self.wordLength
        }
        // The length distinguishes a rest that begins with zeros.
        var rest = UInt64(bytes.count - offset)
        for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
        mix(rest)
    }

    private mutating func mix(_ word: UInt64) {
        let product = (value ^ word).multipliedFullWidth(by: Self.factor)
        value = product.high ^ product.low
    }
}
