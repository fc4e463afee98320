import Randomness

/// Known inputs, each mutated at a few random positions.
struct MutatedInputs {
    private let seeds: [[UInt8]]
    private var random: SplitMix64

    private static let maximumBytes = 8192
    /// Bytes with a meaning in one of the formats.
    private static let specialBytes: [UInt8] = [
        0, 1, 9, 10, 13, 0x20, 0x22, 0x26, 0x2B, 0x2D, 0x2E, 0x2F, 0x30, 0x39, 0x3A, 0x3C, 0x3E,
        0x5B, 0x5D, 0x65, 0x7B, 0x7D, 0x7F, 0x80, 0xC0, 0xF5, 0xFE, 0xFF,
    ]

    init(_ seeds: [[UInt8]], seed: UInt64) {
        self.seeds = seeds.isEmpty ? [[]] : seeds
        random = SplitMix64(seed: seed)
    }

    mutating func next() -> [UInt8] {
        var bytes = seeds[random.below(seeds.count)]
        for _ in 0..<random.below(8) { mutate(&bytes) }
        return Array(bytes.prefix(Self.maximumBytes))
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let position = random.below(bytes.count + 1)
        let length = min(1 + random.below(16), bytes.count - position)
        switch random.below(7) {
        case 0 where length > 0: bytes[position] ^= 1 << random.below(8)
        case 1 where length > 0:
            bytes[position] = Self.specialBytes[random.below(Self.specialBytes.count)]
        case 2 where length > 0: bytes[position] = UInt8(truncatingIfNeeded: random.next())
        case 3: bytes.insert(Self.specialBytes[random.below(Self.specialBytes.count)], at: position)
        case 4: bytes.removeSubrange(position..<(position + length))
        case 5: bytes.insert(contentsOf: bytes[position..<(position + length)], at: position)
        default:
            let other = seeds[random.below(seeds.count)]
            bytes = Array(bytes[..<position]) + other.suffix(random.below(other.count + 1))
        }
    }
}
