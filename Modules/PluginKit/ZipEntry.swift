import CInflate

/// A file of an archive, unpacked in order. Calls must be sequential.
///
/// Deflated files are unpacked by ISA-L, others by libzip.
final class ZipEntry {
    /// The form of the bytes of an entry.
    enum Compression {
        /// Unpacked and verified by libzip.
        case checked
        case stored
        case deflated
    }

    /// The entry of a file in the central directory or its local header.
    struct Description {
        var name: String
        var form: Compression
        /// Size in the archive in bytes.
        var packedSize: Int64
        /// Unpacked size in bytes; nil if unknown, or verified by the reader.
        var size: Int64?
        /// CRC-32 of the unpacked bytes; nil if unknown, or verified by the reader.
        var checksum: UInt32?
        /// Damage of the archive, reported at the end of a complete file; nil if the archive is
        /// sound.
        var defect: String?
    }

    private let description: Description
    private let packed: any ZipEntryBytes
    private let inflation: Inflation?
    private var checksum: UInt32 = 0
    private var count: Int64 = 0
    private(set) var damage: String?
    private var hasEnded = false

    /// Real exports unpack to about 30 times their packed size; deflate cannot exceed 1033 times.
    private static let ratioLimit: Int64 = 250
    /// Bytes that any file may unpack to.
    private static let minimumLimit: Int64 = 64 << 20

    /// True if a file that unpacks to that many bytes is not read further.
    static func exceedsLimit(_ size: Int64, packedSize: Int64) -> Bool {
        size > max(minimumLimit, packedSize.multiplied(by: ratioLimit))
    }

    /// The reason that a file above the limit is not read further.
    static func limitReason(_ name: String) -> String {
        "\(name) unpacks to more than \(ratioLimit) times its size, and is not read further"
    }

    init(_ description: Description, _ packed: any ZipEntryBytes) {
        self.description = description
        self.packed = packed
        inflation = description.form == .deflated ? Inflation() : nil
    }

    /// Fills `buffer` from the remaining bytes.
    /// - Returns: Number of bytes; 0 at the end and where the rest is damaged.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !hasEnded else { return 0 }
        let count = inflation.map { inflate(with: $0, into: buffer) } ?? packed.read(into: buffer)
        damage = damage ?? packed.damage
        self.count += Int64(count)
        if description.checksum != nil {
            checksum = dayline_crc32(checksum, buffer.baseAddress, count)
        }
        if count == 0, damage == nil { damage = defectAtEnd }
        if Self.exceedsLimit(self.count, packedSize: description.packedSize) {
            damage = Self.limitReason(description.name)
        }
        hasEnded = count == 0 || damage != nil
        return count
    }

    /// The damage of a file that was read to its end; nil if the file is sound.
    private var defectAtEnd: String? {
        if let size = description.size, count < size { return "\(description.name) ends too early" }
        if let expected = description.checksum, checksum != expected {
            return "the checksum of \(description.name) is wrong"
        }
        return description.defect
    }

    private func inflate(
        with inflation: Inflation, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        var filled = 0
        while filled < buffer.count, damage == nil {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch inflation.unpack(into: rest) {
            case .unpacked(let count): filled += count
            case .needsInput:
                let count = packed.read(into: inflation.input)
                if count == 0 { damage = packed.damage ?? "\(description.name) ends too early" }
                inflation.refill(count)
            case .ended(let count): return filled + count
            case .damaged(let count):
                damage = "\(description.name) cannot be unpacked to its end"
                filled += count
            }
        }
        return filled
    }
}

extension Int64 {
    /// The product; `max` if it overflows.
    fileprivate func multiplied(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
