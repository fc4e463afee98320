/// Writes zip archives byte by byte, including unusual ones.
struct ZipBytes {
    private(set) var bytes: [UInt8] = []
    private var directory: [UInt8] = []
    private var count: UInt16 = 0

    /// The location of an entry's sizes.
    enum Sizes {
        case inHeader
        /// After the data, as written by programs that stream.
        case inDescriptor
        /// In 64 bits, as archives beyond 4 GiB need.
        case inZip64
    }

    /// Adds a stored entry. `checksum` replaces the correct one.
    mutating func add(
        _ name: String, _ data: [UInt8], sizes: Sizes = .inHeader, checksum: UInt32? = nil
    ) {
        let offset = UInt32(bytes.count)
        let sum = checksum ?? Self.checksum(data)
        let flags: UInt16 = sizes == .inDescriptor ? 0x808 : 0x800
        let isOpen = sizes == .inDescriptor
        let size = UInt32(data.count)
        var extra: [UInt8] = []
        if sizes == .inZip64 {
            extra = Self.le(UInt16(1)) + Self.le(UInt16(16)) + Self.le(UInt64(size))
            extra += Self.le(UInt64(size))
        }
        let shown: UInt32 = sizes == .inZip64 ? .max : size
        let common: ([UInt8]) -> [UInt8] = { figures in
            Self.le(UInt16(sizes == .inZip64 ? 45 : 20)) + Self.le(flags) + Self.le(UInt16(0))
                + Self.le(UInt32(0x5921_0000)) + figures + Self.le(UInt16(name.utf8.count))
                + Self.le(UInt16(extra.count))
        }
        let figures = Self.le(sum) + Self.le(shown) + Self.le(shown)
        bytes +=
            Self.le(UInt32(0x0403_4b50)) + common(isOpen ? Array(repeating: 0, count: 12) : figures)
        bytes += Array(name.utf8) + extra + data
        if isOpen { bytes += Self.le(UInt32(0x0807_4b50)) + figures }
        directory += Self.le(UInt32(0x0201_4b50)) + Self.le(UInt16(45)) + common(figures)
        directory += Array(repeating: 0, count: 10)
        directory += Self.le(offset) + Array(name.utf8) + extra
        count += 1
    }

    /// The complete archive.
    var archive: [UInt8] {
        bytes + directory + Self.le(UInt32(0x0605_4b50)) + Self.le(UInt32(0)) + Self.le(count)
            + Self.le(count) + Self.le(UInt32(directory.count)) + Self.le(UInt32(bytes.count))
            + Self.le(UInt16(0))
    }

    private static func le<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    /// CRC-32, bit by bit.
    private static func checksum(_ data: [UInt8]) -> UInt32 {
        var sum: UInt32 = .max
        for byte in data {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
