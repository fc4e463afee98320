/// The addresses with the same first bits.
struct IPRange: Hashable, Sendable {
    private let first: [UInt8]
    private let mask: [UInt8]

    /// - Parameters:
    ///   - first: The 4 or 16 bytes of the first address.
    ///   - bits: The number of bits that all addresses share.
    init(_ first: [UInt8], bits: Int) {
        self.first = first
        mask = first.indices.map { index in
            let ones = min(8, max(0, bits - 8 * index))
            return UInt8(truncatingIfNeeded: 0xFF << (8 - ones))
        }
    }

    /// One address.
    init(_ address: IPAddress) {
        self.init(address.bytes, bits: 8 * address.bytes.count)
    }

    /// - Parameter constraint: The address and the mask of a name constraint (RFC 5280, 4.2.1.10); nil
    ///   for another number of bytes.
    init?(constraint: some Collection<UInt8>) {
        guard constraint.count == 8 || constraint.count == 32 else { return nil }
        first = Array(constraint.prefix(constraint.count / 2))
        mask = Array(constraint.suffix(constraint.count / 2))
    }

    /// The form of a name constraint.
    var constraint: [UInt8] { first + mask }

    func contains(_ address: IPAddress) -> Bool {
        address.bytes.count == first.count
            && zip(zip(address.bytes, first), mask).allSatisfy { bytes, mask in
                bytes.0 & mask == bytes.1 & mask
            }
    }

    /// The ranges that routers do not forward to the internet: loopback, link-local and private networks.
    static let privateNetworks = [
        IPRange([10, 0, 0, 0], bits: 8), IPRange([100, 64, 0, 0], bits: 10),
        IPRange([127, 0, 0, 0], bits: 8), IPRange([169, 254, 0, 0], bits: 16),
        IPRange([172, 16, 0, 0], bits: 12), IPRange([192, 168, 0, 0], bits: 16),
        IPRange([UInt8](repeating: 0, count: 15) + [1], bits: 128),
        IPRange([0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
        IPRange([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), bits: 10),
    ]
}
