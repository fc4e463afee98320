/// The checksum of a FIT file: a CRC-16 with the reflected polynomial 0xA001.
package struct FITChecksum: Sendable {
    package private(set) var value: UInt16 = 0

    package init() {}

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            value = value >> 8 ^ Self.table[Int((value ^ UInt16(byte)) & 0xFF)]
        }
    }

    private static let table: [UInt16] = (0..<256).map { index in
        (0..<8).reduce(UInt16(index)) { value, _ in
            value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xA001
        }
    }
}
