import Glibc

/// A zip archive whose central directory is missing or damaged. Its files are found by their local
/// file headers.
struct BrokenZip {
    /// The files in the order of the archive; the last one may be truncated.
    let parts: [FilePart]

    /// - Throws: An `ImportProblem` if the archive has no readable local file header.
    init(descriptor: Int32, name: String) throws {
        let end = Int64(max(0, lseek(descriptor, 0, SEEK_END)))
        let defect = "\(name) \(Self.defect)"
        var parts: [FilePart] = []
        var offset: Int64 = 0
        while parts.count < Self.limit, offset < end,
            let head = LocalFileHeader.next(descriptor, from: offset)
        {
            let next = head.next ?? head.nextHeadOffset(descriptor, end: end)
            if !head.name.hasSuffix("/"), let form = head.form {
                // With a data descriptor the size follows the data; a deflate stream marks its own
                // end.
                let last = form == .deflated && head.packedSize == nil ? end : min(next, end)
                let description = ZipEntry.Description(
                    name: head.name, form: form, packedSize: min(next, end) - head.start,
                    size: head.size, checksum: head.checksum, defect: defect)
                let size = head.size ?? description.packedSize
                parts.append(
                    FilePart(
                        name: head.name, size: size, sizeOnDisk: description.packedSize
                    ) {
                        ZipEntry(
                            description,
                            FileRangeBytes(descriptor: descriptor, range: head.start..<last)
                        ).blocks(size: size)
                    })
            }
            offset = next
        }
        guard !parts.isEmpty else {
            throw ImportProblem(
                "\(name) is damaged or cut short: its table of contents cannot be read.",
                hint: "Copy the file again from its origin, and compare the sizes.")
        }
        self.parts = parts
    }

    /// A file needs more memory than one of a central directory.
    private static let limit = 50_000
    /// The reason of damage of each complete file, which follows the name of the archive.
    static let defect = "has no readable table of contents; its files were found without it"
}

/// A local file header: the record that precedes each file of an archive.
private struct LocalFileHeader {
    let name: String
    /// Nil if the file is encrypted or its compression method is not supported.
    let form: ZipEntry.Compression?
    /// Offset of the packed bytes in the archive.
    let start: Int64
    /// Packed size in bytes; nil if only the data descriptor after the file has it, as for ``size``.
    private(set) var packedSize: Int64?
    private(set) var size: Int64?
    let checksum: UInt32?

    /// Offset of the next header; nil if the packed size is unknown.
    var next: Int64? { packedSize.map { start + $0 } }

    private static let signature = Array("PK\u{3}\u{4}".utf8)
    private static let length = 30
    private static let nameLimit = 1024
    /// 1 PiB in bytes.
    private static let maximumSize: Int64 = 1 << 50

    /// The header at `offset`, or after a data descriptor of 16 or 24 bytes there; nil if there is
    /// none.
    static func next(_ descriptor: Int32, from offset: Int64) -> LocalFileHeader? {
        LocalFileHeader(descriptor, at: offset) ?? LocalFileHeader(descriptor, at: offset + 16)
            ?? LocalFileHeader(descriptor, at: offset + 24)
    }

    /// Nil if there is no valid header at `offset`.
    init?(_ descriptor: Int32, at offset: Int64) {
        let fixed = PlainBlocks.bytes(of: descriptor, at: offset, count: Self.length)
        guard fixed.count == Self.length, fixed.starts(with: Self.signature) else { return nil }
        let flags = fixed.number(at: 6, bytes: 2)
        let method = fixed.number(at: 8, bytes: 2)
        let (nameLength, extraLength) = (
            fixed.number(at: 26, bytes: 2), fixed.number(at: 28, bytes: 2)
        )
        guard fixed.number(at: 4, bytes: 2) < 100, nameLength > 0, nameLength <= Self.nameLimit
        else {
            return nil
        }
        let rest = PlainBlocks.bytes(
            of: descriptor, at: offset + Int64(Self.length), count: Int(nameLength + extraLength))
        guard rest.count == nameLength + extraLength, !rest.prefix(Int(nameLength)).contains(0)
        else { return nil }
        name = String(decoding: rest.prefix(Int(nameLength)), as: UTF8.self)
        let isPlain = flags & 1 == 0
        form = !isPlain ? nil : method == 0 ? .stored : method == 8 ? .deflated : nil
        start = offset + Int64(Self.length) + nameLength + extraLength
        let hasSizes = flags & 8 == 0
        checksum = hasSizes ? UInt32(fixed.number(at: 14, bytes: 4)) : nil
        packedSize = hasSizes ? fixed.number(at: 18, bytes: 4) : nil
        size = hasSizes ? fixed.number(at: 22, bytes: 4) : nil
        if hasSizes { readLargeSizes(Array(rest.dropFirst(Int(nameLength)))) }
        // A damaged size must not lead to an offset that overflows.
        let sizes = 0...Self.maximumSize
        guard sizes.contains(packedSize ?? 0), sizes.contains(size ?? 0) else { return nil }
    }

    /// Sizes beyond 32 bits are in the Zip64 extra field: id 1, length, size, packed size.
    private mutating func readLargeSizes(_ extra: [UInt8]) {
        var offset = 0
        while offset + 4 <= extra.count {
            let length = Int(extra.number(at: offset + 2, bytes: 2))
            if extra.number(at: offset, bytes: 2) == 1, length >= 16, offset + 20 <= extra.count {
                if size == 0xffff_ffff { size = extra.number(at: offset + 4, bytes: 8) }
                if packedSize == 0xffff_ffff {
                    packedSize = extra.number(at: offset + 12, bytes: 8)
                }
            }
            offset += 4 + length
        }
    }

    /// Upper bound of the file's bytes: the next header, the central directory or, for stored files,
    /// the data descriptor.
    func nextHeadOffset(_ descriptor: Int32, end: Int64) -> Int64 {
        let blockSize = 1 << 20
        var offset = start
        while offset < end {
            let block = PlainBlocks.bytes(of: descriptor, at: offset, count: blockSize)
            guard block.count >= 4 else { break }
            var index = 0
            while let found = block[index...].firstIndex(of: UInt8(ascii: "P")) {
                index = found + 1
                guard found + 4 <= block.count, block[found + 1] == UInt8(ascii: "K") else {
                    continue
                }
                let position = offset + Int64(found)
                let isHead =
                    block[found + 2] == 3 && block[found + 3] == 4
                    && LocalFileHeader(descriptor, at: position) != nil
                let isTable = block[found + 2] == 1 && block[found + 3] == 2
                let isSize = form == .stored && block[found + 2] == 7 && block[found + 3] == 8
                if isHead || isTable || isSize { return position }
            }
            // A signature may continue in the next block.
            offset += Int64(block.count) - 3
            if block.count < blockSize { break }
        }
        return end
    }
}
