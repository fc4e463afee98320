import CInflate

/// The files of a zip archive that is itself a file of the input, in the order of the archive.
///
/// The archive is read once from its beginning, by the headers before each file, with memory for one file:
/// an importer has no folder to unpack the archive to, and an archive within an archive cannot be read at
/// any offset.
public struct NestedArchive {
    private let part: FilePart
    /// The most bytes of an unpacked file; larger ones are skipped.
    private let sizeLimit: Int

    /// A file of the archive.
    public enum Entry {
        case file(FilePart)
        /// A file that is too large or cannot be unpacked, and the reason as a phrase.
        case skipped(name: String, reason: String)
    }

    /// The archive that a part of the input is. Files of more than `sizeLimit` unpacked bytes are skipped.
    public init(_ part: FilePart, sizeLimit: Int = 16 << 20) {
        self.part = part
        self.sizeLimit = sizeLimit
    }

    /// Calls `body` with each file.
    /// - Returns: The reason that the rest of the archive was not read, as damage.
    /// - Throws: An `ImportProblem` if the archive cannot be opened, and the errors of `body`.
    public func forEachEntry(_ body: (Entry) throws -> Void) throws -> FilePart.Ending {
        var cursor = BlockCursor(try part.source())
        var hasDescriptor = false
        while let signature = Self.signature(&cursor, afterDescriptor: hasDescriptor) {
            guard signature == Self.fileSignature else {
                let isEnd = Self.endSignatures.contains(signature)
                return isEnd ? .complete : .damaged("it has no readable header of a file")
            }
            guard let header = NestedHeader(&cursor) else {
                return .damaged("the header of a file is damaged")
            }
            if let reason = header.defect { return .damaged("\(header.name) \(reason)") }
            var contents = NestedContents(limit: sizeLimit)
            let damage = contents.read(header, &cursor)
            hasDescriptor = header.hasDescriptor
            try pass(header, contents, damage, to: body)
            if let damage { return .damaged(damage) }
        }
        return .damaged(cursor.damage ?? "it ends before its table of contents")
    }

    /// The next signature of a record; nil at the end. Behind a file it may follow the sizes of the file,
    /// of 32 or 64 bits.
    private static func signature(
        _ cursor: inout BlockCursor, afterDescriptor: Bool
    ) -> [UInt8]? {
        guard afterDescriptor else { return cursor.bytes(4) }
        // The descriptor begins with a signature of its own or with the checksum.
        let hasSignature = cursor.bytes(4) == Array("PK\u{7}\u{8}".utf8)
        cursor.skip(hasSignature ? 12 : 8)
        let next = cursor.bytes(4)
        if next?.starts(with: "PK".utf8) != false { return next }
        cursor.skip(4)
        return cursor.bytes(4)
    }

    private func pass(
        _ header: NestedHeader, _ contents: NestedContents, _ damage: String?,
        to body: (Entry) throws -> Void
    ) throws {
        guard !header.name.hasSuffix("/") else { return }
        if contents.isTooLarge {
            let reason = "it has more than \(sizeLimit >> 20) MiB"
            return try body(.skipped(name: header.name, reason: reason))
        }
        var damage = damage
        if damage == nil, let checksum = header.checksum, checksum != contents.checksum {
            damage = "the checksum of \(header.name) is wrong"
        }
        let bytes = contents.bytes
        try body(
            .file(
                FilePart(
                    name: header.name, size: Int64(bytes.count), sizeOnDisk: Int64(bytes.count)
                ) { MemoryBlocks(bytes, damage: damage) }))
    }

    private static let fileSignature = Array("PK\u{3}\u{4}".utf8)
    private static let endSignatures = [
        Array("PK\u{1}\u{2}".utf8), Array("PK\u{5}\u{6}".utf8), Array("PK\u{6}\u{6}".utf8),
    ]
}

/// The header before a file of an archive.
private struct NestedHeader {
    let name: String
    let isDeflated: Bool
    /// Packed size in bytes; nil if it is behind the file.
    let packedSize: Int64?
    let checksum: UInt32?
    let hasDescriptor: Bool
    /// The reason that neither the file nor the rest of the archive can be read; nil: none.
    let defect: String?

    private static let maximumSize: Int64 = 1 << 50

    /// Nil if the archive ends within the header.
    init?(_ cursor: inout BlockCursor) {
        guard let fixed = cursor.bytes(26) else { return nil }
        let (flags, method) = (fixed.number(at: 2, bytes: 2), fixed.number(at: 4, bytes: 2))
        guard let name = cursor.bytes(Int(fixed.number(at: 22, bytes: 2))),
            let extra = cursor.bytes(Int(fixed.number(at: 24, bytes: 2)))
        else { return nil }
        self.name = String(decoding: name, as: UTF8.self)
        isDeflated = method == 8
        hasDescriptor = flags & 8 != 0
        checksum = hasDescriptor ? nil : UInt32(truncatingIfNeeded: fixed.number(at: 10, bytes: 4))
        let size = fixed.number(at: 14, bytes: 4)
        let known = size == 0xFFFF_FFFF ? Self.largeSize(extra) : size
        packedSize = hasDescriptor ? nil : known
        defect =
            if flags & 1 != 0 {
                "is protected with a password"
            } else if method != 0, method != 8 {
                "has a compression that is not supported"
            } else if hasDescriptor, !isDeflated {
                "does not state its size"
            } else if !(0...Self.maximumSize).contains(known) {
                "has a damaged size"
            } else {
                nil
            }
    }

    /// The packed size beyond 32 bits, from the Zip64 extra field; -1 without one.
    private static func largeSize(_ extra: [UInt8]) -> Int64 {
        guard extra.count >= 20, extra[0] == 1, extra[1] == 0 else { return -1 }
        return extra.number(at: 12, bytes: 8)
    }
}

/// The unpacked bytes of a file of an archive.
private struct NestedContents {
    let limit: Int
    private(set) var bytes: [UInt8] = []
    private(set) var checksum: UInt32 = 0
    private(set) var isTooLarge = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Reads the file, also if it is too large.
    /// - Returns: The reason that the file ends early; nil if it is complete.
    mutating func read(_ header: NestedHeader, _ cursor: inout BlockCursor) -> String? {
        var left = header.packedSize ?? .max
        guard header.isDeflated else {
            while left > 0, let block = cursor.next(upTo: left) {
                append(block)
                left -= Int64(block.count)
            }
            return left == 0 ? nil : "\(header.name) ends too early"
        }
        let inflation = Inflation()
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 64)
        defer { output.deallocate() }
        while true {
            switch inflation.unpack(into: output) {
            case .unpacked(let count): append(UnsafeRawBufferPointer(rebasing: output[..<count]))
            case .needsInput:
                let limit = min(left, Int64(inflation.input.count))
                guard limit > 0, let block = cursor.next(upTo: limit) else {
                    return "\(header.name) ends too early"
                }
                inflation.input.copyMemory(from: block)
                inflation.refill(block.count)
                left -= Int64(block.count)
            case .ended(let count):
                append(UnsafeRawBufferPointer(rebasing: output[..<count]))
                let readAhead = inflation.readAheadBytes
                cursor.unread(inflation.unusedCount)
                cursor.unread(readAhead)
                left += Int64(inflation.unusedCount + readAhead.count)
                if header.packedSize != nil { cursor.skip(left) }
                return nil
            case .damaged: return "\(header.name) cannot be unpacked to its end"
            }
        }
    }

    private mutating func append(_ block: UnsafeRawBufferPointer) {
        checksum = dayline_crc32(checksum, block.baseAddress, block.count)
        if bytes.count + block.count > limit {
            isTooLarge = true
            bytes = []
        }
        if !isTooLarge { bytes.append(contentsOf: block) }
    }
}
