import Glibc

/// Reads library search paths from an executable (ELF, 64 bits, little-endian).
///
/// The file is untrusted: every offset in it is checked.
enum ProgramFile {
    /// Maximum size of a table in bytes.
    private static let tableLimit = 1 << 20
    /// Maximum number of program headers and of dynamic entries.
    private static let entryLimit = 4096

    private static let loadable: UInt64 = 1
    private static let dynamic: UInt64 = 2
    private static let textTable: UInt64 = 5
    private static let libraryPaths: Set<UInt64> = [15, 29]

    /// The absolute folders of the program's library search path, existing or not; empty for other files.
    static func libraryFolders(of path: String) -> [String] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        let origin = ProgramDependencies.folder(of: path)
        return texts(of: file).flatMap { $0.split(separator: ":") }.map {
            String($0).replacing("${ORIGIN}", with: origin).replacing("$ORIGIN", with: origin)
        }.filter { $0.hasPrefix("/") }
    }

    private struct ProgramHeader {
        var kind: UInt64
        var offset: UInt64
        var address: UInt64
        var size: UInt64
    }

    private static func texts(of file: Int32) -> [String] {
        guard let header = bytes(file, 0, 64), header.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
        else { return [] }
        let size = number(header, 54, 2)
        let count = min(number(header, 56, 2), UInt64(entryLimit))
        guard size >= 56, let table = bytes(file, number(header, 32, 8), size * count) else {
            return []
        }
        let parts = (0..<count).map { index in
            let start = Int(index * size)
            return ProgramHeader(
                kind: number(table, start, 4), offset: number(table, start + 8, 8),
                address: number(table, start + 16, 8), size: number(table, start + 32, 8))
        }
        guard let segment = parts.first(where: { $0.kind == dynamic }),
            let entries = bytes(file, segment.offset, min(segment.size, UInt64(entryLimit) * 16))
        else { return [] }
        var names: [UInt64] = []
        var strings: UInt64?
        for start in stride(from: 0, to: entries.count - 15, by: 16) {
            let (tag, value) = (number(entries, start, 8), number(entries, start + 8, 8))
            if libraryPaths.contains(tag) { names.append(value) }
            if tag == textTable { strings = value }
        }
        guard let strings, let offset = offset(of: strings, parts) else { return [] }
        return names.compactMap { name in
            let (start, isTooLarge) = offset.addingReportingOverflow(name)
            return isTooLarge ? nil : text(file, start)
        }
    }

    /// The file offset of a virtual address; nil if no loadable segment contains it.
    private static func offset(of address: UInt64, _ parts: [ProgramHeader]) -> UInt64? {
        for part in parts where part.kind == loadable && address >= part.address {
            let distance = address - part.address
            guard distance < part.size else { continue }
            let (offset, isTooLarge) = part.offset.addingReportingOverflow(distance)
            return isTooLarge ? nil : offset
        }
        return nil
    }

    private static func text(_ file: Int32, _ offset: UInt64) -> String? {
        guard let position = Int(exactly: offset) else { return nil }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = pread(file, &buffer, buffer.count, position)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }

    /// The bytes at an offset; nil if the file is too short, or `count` exceeds ``tableLimit``.
    private static func bytes(_ file: Int32, _ offset: UInt64, _ count: UInt64) -> [UInt8]? {
        guard count <= UInt64(tableLimit), let position = Int(exactly: offset) else { return nil }
        var buffer = [UInt8](repeating: 0, count: Int(count))
        return pread(file, &buffer, buffer.count, position) == buffer.count ? buffer : nil
    }

    /// A little-endian number of `count` bytes; 0 outside of `bytes`.
    private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> UInt64 {
        guard start >= 0, start + count <= bytes.count else { return 0 }
        return bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
}
