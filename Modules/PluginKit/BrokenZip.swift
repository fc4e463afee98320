import Glibc

/// A zip archive that ends before its table of contents, or whose table is damaged: its files are found
/// by the heads that lie before each of them.
struct BrokenZip {
    /// The files, in the order of the archive; the last one may be cut.
    let parts: [FilePart]

    /// - Throws: An `ImportProblem` when there are none.
    init(descriptor: Int32, name: String) throws {
        let end = Int64(max(0, lseek(descriptor, 0, SEEK_END)))
        let flaw =
            "\(name) has no table of contents that can be read; its files were found without it"
        var parts: [FilePart] = []
        var offset: Int64 = 0
        while parts.count < Self.limit, offset < end,
            let head = LocalFileHeader.next(descriptor, from: offset)
        {
            let next = head.next ?? head.nextHeadOffset(descriptor, end: end)
            if !head.name.hasSuffix("/"), let form = head.form {
                // Where the size is told behind the file, deflated bytes say themselves where they end.
                let last = form == .deflated && head.packedSize == nil ? end : min(next, end)
                let about = ZipEntry.Description(
                    name: head.name, form: form, packedSize: min(next, end) - head.start,
                    size: head.size, checksum: head.checksum, flaw: flaw)
                parts.append(
                    FilePart(
                        name: head.name, size: head.size ?? about.packedSize,
                        sizeOnDisk: about.packedSize
                    ) {
                        ZipBlocks(
                            ZipEntry(
                                about,
                                FileRangeBytes(descriptor: descriptor, range: head.start..<last)))
                    })
            }
            offset = next
        }
        guard !parts.isEmpty else {
            throw ImportProblem(
                "\(name) is damaged or cut short: its table of contents cannot be read.",
                hint: "Copy it again from where it was made, and compare the sizes.")
        }
        self.parts = parts
    }

    private static let limit = 100_000
}

/// What lies before a file in an archive: "local file header" in the format's own words.
private struct LocalFileHeader {
    let name: String
    /// Nil: packed in a way that is not read here.
    let form: ZipEntry.Compression?
    /// Of the packed bytes.
    let start: Int64
    /// These are told behind the file when they are nil.
    private(set) var packedSize: Int64?
    private(set) var size: Int64?
    let checksum: UInt32?

    /// Where the next head is, when the size is known.
    var next: Int64? { packedSize.map { start + $0 } }

    private static let signature = Array("PK\u{3}\u{4}".utf8)
    private static let length = 30
    private static let nameLimit = 1024
    /// A pebibyte.
    private static let maximumSize: Int64 = 1 << 50

    /// The head at this place, or behind what tells a size there.
    static func next(_ descriptor: Int32, from offset: Int64) -> LocalFileHeader? {
        LocalFileHeader(descriptor, at: offset) ?? LocalFileHeader(descriptor, at: offset + 16)
            ?? LocalFileHeader(descriptor, at: offset + 24)
    }

    /// Nil when there is no head at this place.
    init?(_ descriptor: Int32, at offset: Int64) {
        let fixed = Self.bytes(descriptor, at: offset, count: Self.length)
        guard fixed.count == Self.length, fixed.starts(with: Self.signature) else { return nil }
        let flags = Self.number(fixed, 6, 2)
        let method = Self.number(fixed, 8, 2)
        let (nameLength, extraLength) = (Self.number(fixed, 26, 2), Self.number(fixed, 28, 2))
        guard Self.number(fixed, 4, 2) < 100, nameLength > 0, nameLength <= Self.nameLimit else {
            return nil
        }
        let rest = Self.bytes(
            descriptor, at: offset + Int64(Self.length), count: Int(nameLength + extraLength))
        guard rest.count == nameLength + extraLength, !rest.prefix(Int(nameLength)).contains(0)
        else { return nil }
        name = String(decoding: rest.prefix(Int(nameLength)), as: UTF8.self)
        let isPlain = flags & 1 == 0
        form = !isPlain ? nil : method == 0 ? .stored : method == 8 ? .deflated : nil
        start = offset + Int64(Self.length) + nameLength + extraLength
        let isTold = flags & 8 == 0
        checksum = isTold ? UInt32(Self.number(fixed, 14, 4)) : nil
        packedSize = isTold ? Self.number(fixed, 18, 4) : nil
        size = isTold ? Self.number(fixed, 22, 4) : nil
        if isTold { readLargeSizes(Array(rest.dropFirst(Int(nameLength)))) }
        // A size that is damaged must not lead nowhere.
        let sizes = 0...Self.maximumSize
        guard sizes.contains(packedSize ?? 0), sizes.contains(size ?? 0) else { return nil }
    }

    /// Sizes beyond 32 bits are in a field of their own: id 1, its length, the size, the packed size.
    private mutating func readLargeSizes(_ extra: [UInt8]) {
        var offset = 0
        while offset + 4 <= extra.count {
            let length = Int(Self.number(extra, offset + 2, 2))
            if Self.number(extra, offset, 2) == 1, length >= 16, offset + 20 <= extra.count {
                if size == 0xffff_ffff { size = Self.number(extra, offset + 4, 8) }
                if packedSize == 0xffff_ffff { packedSize = Self.number(extra, offset + 12, 8) }
            }
            offset += 4 + length
        }
    }

    /// Where the bytes of the file end at the latest: at the next head, at the table of contents, or
    /// for stored ones at what tells their size behind them.
    func nextHeadOffset(_ descriptor: Int32, end: Int64) -> Int64 {
        let blockSize = 1 << 20
        var offset = start
        while offset < end {
            let block = Self.bytes(descriptor, at: offset, count: blockSize)
            guard block.count >= 4 else { break }
            var index = 0
            while let found = block[index...].firstIndex(of: UInt8(ascii: "P")) {
                index = found + 1
                guard found + 4 <= block.count, block[found + 1] == UInt8(ascii: "K") else {
                    continue
                }
                let place = offset + Int64(found)
                let isHead =
                    block[found + 2] == 3 && block[found + 3] == 4
                    && LocalFileHeader(descriptor, at: place) != nil
                let isTable = block[found + 2] == 1 && block[found + 3] == 2
                let isSize = form == .stored && block[found + 2] == 7 && block[found + 3] == 8
                if isHead || isTable || isSize { return place }
            }
            // The last bytes may begin a signature.
            offset += Int64(block.count) - 3
            if block.count < blockSize { break }
        }
        return end
    }

    /// At most `count` bytes; fewer at the end.
    private static func bytes(_ descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let more = pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, count - filled,
                    Int(offset) + filled)
                if more < 0 && errno == EINTR { continue }
                guard more > 0 else { break }
                filled += more
            }
        }
    }

    /// A little-endian number; one of eight bytes keeps its bits.
    private static func number(_ bytes: [UInt8], _ offset: Int, _ length: Int) -> Int64 {
        (0..<length).reversed().reduce(0) { $0 << 8 | Int64(bytes[offset + $1]) }
    }
}
