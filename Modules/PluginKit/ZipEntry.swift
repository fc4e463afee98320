import CInflate

/// The bytes of one file of an archive, unpacked in order. Calls come one at a time.
///
/// Deflated ones are unpacked by ISA-L, any others by where they come from.
final class ZipEntry {
    /// In what form the bytes come.
    enum Compression {
        /// As they are, and checked already.
        case checked
        case stored
        case deflated
    }

    /// What a file's head or the table of contents says of it.
    struct Description {
        var name: String
        var form: Compression
        /// In bytes, as it lies in the archive.
        var packedSize: Int64
        /// Nil: not known, or checked by whoever reads it.
        var size: Int64?
        /// CRC-32, of the unpacked bytes; nil as above.
        var checksum: UInt32?
        /// What is wrong with the archive, to be told of at the end of a file that is whole.
        var flaw: String?
    }

    private let description: Description
    private let packed: any ZipEntryBytes
    private let inflation: Inflation?
    private var checksum: UInt32 = 0
    private var count: Int64 = 0
    private(set) var damage: String?
    private var isOver = false

    /// Real exports are up to some thirty times as large as they are packed, and the format cannot
    /// reach 1033 times.
    private static let ratioLimit: Int64 = 250
    /// What may be unpacked from however little.
    private static let minimumLimit: Int64 = 64 << 20

    init(_ about: Description, _ packed: any ZipEntryBytes) {
        self.description = about
        self.packed = packed
        inflation = about.form == .deflated ? Inflation() : nil
    }

    /// Fills `buffer` as far as there is more.
    /// - Returns: How many bytes; 0 at the end, and when the rest is damaged.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isOver else { return 0 }
        let count = inflation.map { inflate(with: $0, into: buffer) } ?? packed.read(into: buffer)
        damage = damage ?? packed.damage
        self.count += Int64(count)
        if description.checksum != nil {
            checksum = dayline_crc32(checksum, buffer.baseAddress, count)
        }
        if count == 0, damage == nil { damage = flawAtEnd }
        if self.count
            > max(Self.minimumLimit, description.packedSize.multiplied(by: Self.ratioLimit))
        {
            damage =
                "\(description.name) unpacks to more than \(Self.ratioLimit) times its size,"
                + " and is not read on"
        }
        isOver = count == 0 || damage != nil
        return count
    }

    /// What is wrong with a file of which there is no more.
    private var flawAtEnd: String? {
        if let size = description.size, count < size { return "\(description.name) ends too early" }
        if let expected = description.checksum, checksum != expected {
            return "the checksum of \(description.name) is wrong"
        }
        return description.flaw
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
    /// The product, or the greatest number where it does not fit.
    fileprivate func multiplied(by factor: Int64) -> Int64 {
        let (product, overflow) = multipliedReportingOverflow(by: factor)
        return overflow ? .max : product
    }
}
