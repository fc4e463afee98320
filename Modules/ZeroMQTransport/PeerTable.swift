/// The numbers by which the peers of a ROUTER are known here.
///
/// A routing id of up to seven bytes, as libzmq makes them, is its own number; longer ones, which a
/// peer may choose for itself, are remembered: of too many all are forgotten, which to those that are
/// still there is as if their connection had been lost.
struct PeerTable {
    private static let maximumIdentities = 4096
    private static let shortBytes = 7

    private var numbers: [[UInt8]: UInt64] = [:]
    private var identities: [UInt64: [UInt8]] = [:]
    private var last: UInt64 = 0

    init() {}

    mutating func number(of identity: UnsafeRawBufferPointer) -> UInt64 {
        if identity.count <= Self.shortBytes { return Self.pack(identity) }
        let identity = [UInt8](identity)
        if let number = numbers[identity] { return number }
        if numbers.count >= Self.maximumIdentities {
            numbers.removeAll()
            identities.removeAll()
        }
        last += 1
        let number = last | 0xFF << 56
        numbers[identity] = number
        identities[number] = identity
        return number
    }

    /// Gives the routing id of a peer to `body`.
    func withIdentity<Result>(
        of number: UInt64, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        if let identity = identities[number] { return identity.withUnsafeBytes(body) }
        var packed = (number & ~(0xFF << 56)).littleEndian
        let count = min(Int(number >> 56), Self.shortBytes)
        return withUnsafeBytes(of: &packed) { body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }

    /// The peer will not come back under this number.
    mutating func remove(_ number: UInt64) {
        if let identity = identities.removeValue(forKey: number) { numbers[identity] = nil }
    }

    private static func pack(_ identity: UnsafeRawBufferPointer) -> UInt64 {
        var number = UInt64(identity.count) << 56
        for (index, byte) in identity.enumerated() { number |= UInt64(byte) << (8 * UInt64(index)) }
        return number
    }
}
