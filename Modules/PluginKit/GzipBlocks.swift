import CInflate

/// The contents of a file that is packed with gzip (RFC 1952), with all of its members.
final class GzipBlocks: BlockSource {
    private let name: String
    private var packed: BlockCursor
    /// The stream of the current member; nil before a member and behind the last one.
    private var inflation: Inflation?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: PlainBlocks.blockSize, alignment: 64)
    private var hasEnded = false
    private var hasBegun = false
    private var ownDamage: String?
    private var checksum: UInt32 = 0
    /// Unpacked bytes of the current member, modulo 2^32.
    private var memberSize: UInt32 = 0
    private var packedCount: Int64 = 0
    private var unpackedCount: Int64 = 0

    /// The first bytes of a member: the mark of gzip, and deflate as its method.
    static let mark: [UInt8] = [0x1F, 0x8B, 8]
    /// Bytes of a text in the header of a member, such as the name of the file.
    private static let textLimit = 64 << 10

    init(_ packed: any BlockSource, name: String) {
        self.packed = BlockCursor(packed)
        self.name = name
    }

    deinit {
        buffer.deallocate()
    }

    var damage: String? { ownDamage ?? packed.damage }

    func next() -> UnsafeRawBufferPointer? {
        var filled = 0
        while !hasEnded, filled < buffer.count {
            guard let inflation else {
                beginMember()
                continue
            }
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            switch inflation.unpack(into: rest) {
            case .unpacked(let count): filled += added(rest, count)
            case .needsInput: refill(inflation)
            case .ended(let count):
                filled += added(rest, count)
                endMember(inflation)
            case .damaged(let count):
                filled += added(rest, count)
                end("\(name) cannot be unpacked to its end")
            }
        }
        return filled > 0 ? UnsafeRawBufferPointer(rebasing: buffer[..<filled]) : nil
    }

    private func end(_ damage: String? = nil) {
        hasEnded = true
        inflation = nil
        ownDamage = ownDamage ?? damage
    }

    /// Adds unpacked bytes to the checksum and the counts, and returns their number.
    private func added(_ block: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
        checksum = dayline_crc32(checksum, block.baseAddress, count)
        memberSize &+= UInt32(truncatingIfNeeded: count)
        unpackedCount += Int64(count)
        if ZipEntry.exceedsLimit(unpackedCount, packedSize: packedCount) {
            end(ZipEntry.limitReason(name))
        }
        return count
    }

    private func refill(_ inflation: Inflation) {
        guard let block = packed.next(upTo: Int64(inflation.input.count)) else {
            return end("\(name) ends too early")
        }
        inflation.input.copyMemory(from: block)
        inflation.refill(block.count)
        packedCount += Int64(block.count)
    }

    /// Reads the header of a member. Other bytes behind a member end the file, as padding.
    private func beginMember() {
        guard let fixed = packed.bytes(10), fixed.starts(with: Self.mark) else {
            return end(hasBegun ? nil : "\(name) has no header of gzip")
        }
        hasBegun = true
        packedCount += Int64(fixed.count)
        let flags = fixed[3]
        var isComplete = true
        if flags & 4 != 0 {
            let length = packed.bytes(2)
            let extra = length.flatMap { packed.bytes(Int($0[0]) | Int($0[1]) << 8) }
            isComplete = extra != nil
        }
        if flags & 8 != 0 { isComplete = isComplete && skipText() }
        if flags & 16 != 0 { isComplete = isComplete && skipText() }
        if flags & 2 != 0 { isComplete = isComplete && packed.bytes(2) != nil }
        guard isComplete else { return end("the header of \(name) is damaged") }
        (checksum, memberSize) = (0, 0)
        inflation = Inflation()
    }

    /// Skips a text that ends with 0; returns false if its end is missing.
    private func skipText() -> Bool {
        for _ in 0..<Self.textLimit {
            guard let byte = packed.bytes(1) else { return false }
            if byte == [0] { return true }
        }
        return false
    }

    /// Compares the checksum and the size behind a member.
    private func endMember(_ inflation: Inflation) {
        self.inflation = nil
        let readAhead = inflation.readAheadBytes
        packed.unread(inflation.unusedCount)
        packed.unread(readAhead)
        packedCount -= Int64(inflation.unusedCount + readAhead.count)
        guard let trailer = packed.bytes(8) else { return end("\(name) ends too early") }
        packedCount += 8
        func number(_ offset: Int) -> UInt32 {
            (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(trailer[offset + $1]) }
        }
        if number(0) != checksum || number(4) != memberSize {
            end("the checksum of \(name) is wrong")
        }
    }
}

extension FilePart {
    /// The contents of the part without the ending `.gz` if the part is packed with gzip, otherwise the
    /// part. The unpacked size is unknown before the contents are read, and is the packed size here.
    /// - Throws: An `ImportProblem` if the part cannot be opened.
    public func unpacked() throws -> FilePart {
        guard try head(GzipBlocks.mark.count) == GzipBlocks.mark else { return self }
        let packedName = name
        let isNamed = packedName.lowercased().hasSuffix(Self.gzipEnding)
        return FilePart(
            name: isNamed ? String(packedName.dropLast(Self.gzipEnding.count)) : packedName,
            size: sizeOnDisk, sizeOnDisk: sizeOnDisk
        ) { GzipBlocks(try source(), name: packedName) }
    }

    private static let gzipEnding = ".gz"
}
