import Glibc

/// The central directory of a zip archive: the list of its files.
///
/// libzip needs some 400 bytes for each file, which an importer of an archive with many small files does not
/// have.
struct ZipDirectory {
    /// An entry of the directory that is a file.
    struct File {
        /// The position in the directory, which also has folders.
        var index: UInt32
        var method: UInt16
        var isEncrypted: Bool
        var checksum: UInt32
        /// Size in the archive in bytes.
        var packedSize: Int64
        /// Unpacked size in bytes.
        var size: Int64
        /// Offset of the header before the file.
        var header: Int64
    }

    private(set) var files: [File] = []
    /// The paths of ``files``.
    private(set) var names: FileNames
    /// True if the archive has more files than can be read; then some are left out.
    private(set) var isTooLarge = false

    private static let entryMark = Array("PK\u{1}\u{2}".utf8)
    private static let entryLength = 46
    /// Offsets and sizes above are damage: 1 PiB.
    private static let largestSize: Int64 = 1 << 50

    /// Nil if the archive has no readable directory.
    init?(descriptor: Int32) {
        guard let place = DirectoryPlace(descriptor: descriptor) else { return nil }
        names = FileNames(directoryBytes: place.size)
        files.reserveCapacity(
            Int(min(place.size / Int64(Self.entryLength), Int64(FileNames.countLimit))))
        var cursor = BlockCursor(PlainBlocks(descriptor: descriptor, from: Int(place.offset)))
        var left = place.size
        var index: UInt32 = 0
        while left > 0, !isTooLarge {
            guard let fixed = cursor.bytes(Self.entryLength), fixed.starts(with: Self.entryMark)
            else { return nil }
            let lengths = [28, 30, 32].map { Int(fixed.number(at: $0, bytes: 2)) }
            left -= Int64(Self.entryLength + lengths.reduce(0, +))
            guard left >= 0, let name = cursor.bytes(lengths[0]),
                let extra = cursor.bytes(lengths[1]), cursor.bytes(lengths[2]) != nil,
                let file = Self.file(index, fixed, extra, before: place.offset)
            else { return nil }
            if name.last != UInt8(ascii: "/") { add(file, name) }
            index &+= 1
        }
        // Programs without Zip64 write the lower bits of the number.
        guard isTooLarge || Int64(index & 0xFFFF) == place.count & 0xFFFF else { return nil }
    }

    private mutating func add(_ file: File, _ name: [UInt8]) {
        let name = Array(name.prefix { $0 != 0 })
        let isText = String(validating: name, as: UTF8.self) != nil
        guard names.append(isText ? name : CodePage437.utf8(of: name)) else {
            isTooLarge = true
            return
        }
        files.append(file)
    }

    /// The file of an entry; nil if a size or the offset is damaged. The packed file is before the
    /// directory at `end`; otherwise its packed size would permit the file to unpack to any size.
    private static func file(
        _ index: UInt32, _ fixed: [UInt8], _ extra: [UInt8], before end: Int64
    ) -> File? {
        var numbers = [24, 20, 42].map { fixed.number(at: $0, bytes: 4) }
        let large = numbers.indices.filter { numbers[$0] == 0xFFFF_FFFF }
        if !large.isEmpty {
            guard let values = extraNumbers(extra, count: large.count) else { return nil }
            for (index, value) in zip(large, values) { numbers[index] = value }
        }
        guard numbers.allSatisfy((0...largestSize).contains), numbers[1] + numbers[2] <= end
        else { return nil }
        return File(
            index: index, method: UInt16(fixed.number(at: 10, bytes: 2)),
            isEncrypted: fixed.number(at: 8, bytes: 2) & 1 != 0,
            checksum: UInt32(fixed.number(at: 16, bytes: 4)), packedSize: numbers[1],
            size: numbers[0], header: numbers[2])
    }

    /// The numbers beyond 32 bits in the Zip64 extra field: id 1, length, numbers.
    private static func extraNumbers(_ extra: [UInt8], count: Int) -> [Int64]? {
        var offset = 0
        while offset + 4 <= extra.count {
            let length = Int(extra.number(at: offset + 2, bytes: 2))
            guard extra.number(at: offset, bytes: 2) != 1 else {
                guard length >= 8 * count, offset + 4 + 8 * count <= extra.count else {
                    return nil
                }
                return (0..<count).map { extra.number(at: offset + 4 + 8 * $0, bytes: 8) }
            }
            offset += 4 + length
        }
        return nil
    }
}

/// The place of the central directory, from the record at the end of the archive.
private struct DirectoryPlace {
    let offset: Int64
    /// Size in bytes.
    let size: Int64
    /// Number of entries, of which the lower 16 bits count.
    let count: Int64

    private static let endMark = Array("PK\u{5}\u{6}".utf8)
    private static let endLength = 22
    private static let commentLimit = 0xFFFF
    private static let locatorMark = Array("PK\u{6}\u{7}".utf8)
    private static let locatorLength = 20
    private static let largeEndMark = Array("PK\u{6}\u{6}".utf8)
    private static let largeEndLength = 56

    /// Nil without a readable record.
    init?(descriptor: Int32) {
        let fileSize = Int64(max(0, lseek(descriptor, 0, SEEK_END)))
        let tailLength = min(Int(fileSize), Self.endLength + Self.commentLimit)
        let start = fileSize - Int64(tailLength)
        let tail = PlainBlocks.bytes(of: descriptor, at: start, count: tailLength)
        // A comment can follow the record.
        let last = tail.count - Self.endLength
        guard last >= 0,
            let position = (0...last).reversed().first(where: { position in
                tail[position...].starts(with: Self.endMark)
                    && position + Self.endLength + Int(tail.number(at: position + 20, bytes: 2))
                        <= tail.count
            })
        else { return nil }
        let end = start + Int64(position)
        if let large = Self.largeRecord(descriptor, before: end) {
            (offset, size, count) = large
        } else {
            count = tail.number(at: position + 10, bytes: 2)
            size = tail.number(at: position + 12, bytes: 4)
            offset = tail.number(at: position + 16, bytes: 4)
        }
        guard offset >= 0, size >= 0, size <= end, offset <= end - size else { return nil }
    }

    /// The Zip64 record, whose place is in a locator before the other record; nil without one.
    private static func largeRecord(
        _ descriptor: Int32, before end: Int64
    ) -> (offset: Int64, size: Int64, count: Int64)? {
        let locator = PlainBlocks.bytes(
            of: descriptor, at: max(0, end - Int64(locatorLength)), count: locatorLength)
        guard locator.count == locatorLength, locator.starts(with: locatorMark) else { return nil }
        let place = locator.number(at: 8, bytes: 8)
        guard place >= 0, place <= end - Int64(largeEndLength) else { return nil }
        let record = PlainBlocks.bytes(of: descriptor, at: place, count: largeEndLength)
        guard record.count == largeEndLength, record.starts(with: largeEndMark) else { return nil }
        return (
            record.number(at: 48, bytes: 8), record.number(at: 40, bytes: 8),
            record.number(at: 32, bytes: 8)
        )
    }
}
