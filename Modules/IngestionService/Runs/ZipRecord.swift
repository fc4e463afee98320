import CZlib

/// The records of a Zip64 archive of stored files, as in APPNOTE 6.3 of PKWARE.
enum ZipRecord {
    /// Bytes of the records of a file, without its name, which is in two of them.
    static let fileBytes: Int64 = 30 + 20 + 24 + 46 + 28
    /// Bytes of the records at the end.
    static let endBytes: Int64 = 56 + 20 + 22

    private static let version: UInt16 = 45
    private static let unix: UInt16 = 3 << 8
    /// The checksum follows the bytes, and the name is UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11
    /// 1 January 1980, the first day of the format.
    private static let day: UInt16 = 1 << 5 | 1
    /// A plain file that its owner can read and write.
    private static let mode: UInt32 = 0o100600 << 16
    /// Stands for a number that is in the Zip64 field.
    private static let elsewhere = UInt32.max

    static func localHeader(_ name: [UInt8], bytes: Int64) -> [UInt8] {
        var record = Record("PK\u{3}\u{4}")
        record.add(version)
        record.add(flags)
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(day)
        record.add(UInt32(0))
        record.add(elsewhere)
        record.add(elsewhere)
        record.add(UInt16(truncatingIfNeeded: name.count))
        record.add(UInt16(20))
        return record.bytes + name + zip64([bytes, bytes])
    }

    /// The record behind the bytes of a file.
    static func descriptor(_ checksum: uLong, bytes: Int64) -> [UInt8] {
        var record = Record("PK\u{7}\u{8}")
        record.add(UInt32(truncatingIfNeeded: checksum))
        record.add(bytes)
        record.add(bytes)
        return record.bytes
    }

    static func directoryEntry(
        _ name: [UInt8], _ checksum: uLong, bytes: Int64, offset: Int64
    ) -> [UInt8] {
        var record = Record("PK\u{1}\u{2}")
        record.add(version | unix)
        record.add(version)
        record.add(flags)
        record.add(UInt16(0))
        record.add(UInt16(0))
        record.add(day)
        record.add(UInt32(truncatingIfNeeded: checksum))
        record.add(elsewhere)
        record.add(elsewhere)
        record.add(UInt16(truncatingIfNeeded: name.count))
        record.add(UInt16(28))
        // Length of the comment, disk and internal attributes.
        for _ in 0..<3 { record.add(UInt16(0)) }
        record.add(mode)
        record.add(elsewhere)
        return record.bytes + name + zip64([bytes, bytes, offset])
    }

    /// The records behind the directory, which is from `start` to `end`.
    static func end(files: Int, from start: Int64, to end: Int64) -> [UInt8] {
        var directory = Record("PK\u{6}\u{6}")
        directory.add(Int64(44))
        directory.add(version | unix)
        directory.add(version)
        directory.add(UInt32(0))
        directory.add(UInt32(0))
        directory.add(Int64(files))
        directory.add(Int64(files))
        directory.add(end - start)
        directory.add(start)
        var locator = Record("PK\u{6}\u{7}")
        locator.add(UInt32(0))
        locator.add(end)
        locator.add(UInt32(1))
        var last = Record("PK\u{5}\u{6}")
        last.add(UInt32(0))
        last.add(elsewhere)
        last.add(elsewhere)
        last.add(elsewhere)
        last.add(UInt16(0))
        return directory.bytes + locator.bytes + last.bytes
    }

    /// The field with numbers of 64 bits.
    private static func zip64(_ numbers: [Int64]) -> [UInt8] {
        var field = Record("")
        field.add(UInt16(1))
        field.add(UInt16(8 * numbers.count))
        for number in numbers { field.add(number) }
        return field.bytes
    }

    private struct Record {
        private(set) var bytes: [UInt8]

        init(_ signature: String) {
            bytes = Array(signature.utf8)
        }

        mutating func add(_ number: some FixedWidthInteger) {
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
    }
}
