/// Writes a zip archive (PKWARE APPNOTE 6.3) of stored files piece by piece. Photos are compressed
/// already, and sizes need not be known before.
package struct ZipArchiveWriter {
    private struct File {
        var name: [UInt8]
        var offset: UInt64
        var size: UInt64 = 0
        var checksum: UInt32 = 0xFFFF_FFFF
    }

    /// The greatest size of an archive: its offsets have 32 bits.
    package static let byteLimit: UInt64 = 0xFFFF_0000

    /// Bit 3: sizes follow the data. Bit 11: names are UTF-8.
    private static let flags: UInt16 = 0x0808
    /// The version of the format that a reader needs: 2.0.
    private static let version: UInt16 = 20
    /// 1980-01-01, so that equal contents give equal archives.
    private static let day: UInt16 = 0x0021
    /// Read and write for the owner only, as Unix attributes.
    private static let attributes: UInt32 = 0o100600 << 16

    private var files: [File] = []
    /// The size of the archive so far.
    package private(set) var bytes: UInt64 = 0

    package init() {}

    /// Begins a file.
    /// - Returns: The bytes to write.
    package mutating func begin(_ name: String) -> [UInt8] {
        let file = File(name: Array(name.utf8), offset: bytes)
        files.append(file)
        var output = little(0x0403_4B50 as UInt32) + Self.common
        // The checksum and both sizes, which follow the data.
        output += little(0 as UInt32) + little(0 as UInt32) + little(0 as UInt32)
        // The lengths of the name and of the extra field.
        output += little(UInt16(file.name.count)) + little(0 as UInt16) + file.name
        bytes += UInt64(output.count)
        return output
    }

    /// Counts bytes of the file that was begun last, which are written unchanged.
    package mutating func append(_ content: [UInt8]) {
        guard var file = files.popLast() else { return }
        file.checksum = Self.checksum(content, after: file.checksum)
        file.size += UInt64(content.count)
        bytes += UInt64(content.count)
        files.append(file)
    }

    /// Ends the file that was begun last.
    /// - Returns: The bytes to write.
    package mutating func end() -> [UInt8] {
        guard var file = files.popLast() else { return [] }
        file.checksum = ~file.checksum
        files.append(file)
        let output = little(0x0807_4B50 as UInt32) + Self.sizes(of: file)
        bytes += UInt64(output.count)
        return output
    }

    /// The directory of the archive, its last bytes.
    package func directory() -> [UInt8] {
        var entries: [UInt8] = []
        for file in files {
            // The attributes are those of Unix, which has the number 3.
            entries += little(0x0201_4B50 as UInt32) + little(UInt16(3 << 8) | Self.version)
            entries += Self.common + Self.sizes(of: file)
            // The lengths of the name, the extra field and the comment; the disk; internal attributes.
            entries += little(UInt16(file.name.count)) + little(0 as UInt32) + little(0 as UInt32)
            entries += little(Self.attributes) + little(UInt32(truncatingIfNeeded: file.offset))
            entries += file.name
        }
        let count = little(UInt16(truncatingIfNeeded: files.count))
        // The disks, the entries on this disk and on all, the size and offset of the directory, and the
        // length of the comment.
        return entries + little(0x0605_4B50 as UInt32) + little(0 as UInt32) + count + count
            + little(UInt32(truncatingIfNeeded: entries.count))
            + little(UInt32(truncatingIfNeeded: bytes)) + little(0 as UInt16)
    }

    /// The version, the flags, the method (stored), the time and the day, as in both headers of a file.
    private static var common: [UInt8] {
        little(version) + little(flags) + little(0 as UInt16) + little(0 as UInt16) + little(day)
    }

    /// The checksum and the packed and unpacked sizes, which are equal.
    private static func sizes(of file: File) -> [UInt8] {
        let size = little(UInt32(truncatingIfNeeded: file.size))
        return little(file.checksum) + size + size
    }

    /// The CRC-32 of each byte, with the reversed polynomial.
    private static let table: [UInt32] = (0..<256 as Range<UInt32>).map { start in
        (0..<8).reduce(start) { value, _ in
            value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1
        }
    }

    /// The CRC-32 of ISO 3309 before its final inversion.
    private static func checksum(_ bytes: [UInt8], after start: UInt32) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.reduce(start) { table[Int(($0 ^ UInt32($1)) & 0xFF)] ^ ($0 >> 8) }
        }
    }
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
}
