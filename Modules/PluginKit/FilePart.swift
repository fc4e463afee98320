import Glibc

/// A file of the input: the file itself, or an entry of an archive or a folder.
public struct FilePart {
    private let files: any FileList
    private let index: Int

    /// The outcome of reading a part.
    public enum Ending: Hashable, Sendable {
        case complete
        /// Everything before the damage was read; the reason is a phrase without a full stop.
        case damaged(String)
    }

    /// The file of a list. The list has its name and sizes, so that the parts of a large archive take little
    /// memory.
    init(_ index: Int, of files: any FileList) {
        self.files = files
        self.index = index
    }

    init(
        name: String, size: Int64, sizeOnDisk: Int64, open: @escaping () throws -> any BlockSource
    ) {
        self.init(0, of: SingleFile(name: name, size: size, sizeOnDisk: sizeOnDisk, open: open))
    }

    /// The path within the archive or the folder.
    public var name: String { files.name(of: index) }

    /// Unpacked size in bytes.
    public var size: Int64 { files.size(of: index) }

    /// Packed size in bytes, the unit of ``SampleBatches/reportProgress(bytesRead:of:)``.
    public var sizeOnDisk: Int64 { files.sizeOnDisk(of: index) }

    /// The bytes of the part as a source.
    func source() throws -> any BlockSource { try files.source(of: index) }

    /// The last part of the path.
    public var fileName: Substring {
        let name = name
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name[...] }
        return name[name.utf8.index(after: slash)...]
    }

    /// A reason of damage with the name of the file, unless the reason names the file, or the archive of
    /// which all files have the reason.
    public func located(_ reason: String) -> String {
        let name = name
        return reason.contains(name) || reason.hasSuffix(BrokenZip.defect)
            ? reason : "\(name): \(reason)"
    }

    /// Reads the part in blocks of up to 256 KiB. A block is only valid during the call of `body`.
    /// - Throws: An `ImportProblem` if the part cannot be opened, and the errors of `body`.
    public func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Ending {
        let source = try source()
        while let block = try source.next() { try body(block) }
        return source.damage.map { .damaged($0) } ?? .complete
    }

    /// The first `count` bytes, fewer if the part is shorter or damaged.
    public func head(_ count: Int) throws -> [UInt8] {
        let source = try source()
        var head: [UInt8] = []
        while head.count < count, let block = try source.next() {
            head.append(contentsOf: block.prefix(count - head.count))
        }
        return head
    }
}

/// A source of bytes in blocks.
protocol BlockSource: AnyObject {
    /// The next block, valid until the next call; nil at the end and where the rest is damaged.
    func next() throws -> UnsafeRawBufferPointer?
    /// The reason that the source ended early; nil if it is complete.
    var damage: String? { get }
}

/// Bytes in memory as a source.
final class MemoryBlocks: BlockSource {
    private let bytes: [UInt8]
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset = 0
    let damage: String?

    init(_ bytes: [UInt8], damage: String?) {
        self.bytes = bytes
        self.damage = damage
        buffer = .allocate(
            byteCount: min(max(1, bytes.count), PlainBlocks.blockSize), alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    func next() -> UnsafeRawBufferPointer? {
        let count = min(buffer.count, bytes.count - offset)
        guard count > 0 else { return nil }
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}

/// Reads a file with `pread`: unlike a mapped file, a block stays in the processor's cache until it
/// is used.
final class PlainBlocks: BlockSource {
    private let descriptor: Int32
    private let shouldClose: Bool
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset: Int
    private(set) var damage: String?

    static let blockSize = 256 << 10

    /// `shouldClose` is true if `deinit` closes the descriptor.
    init(descriptor: Int32, from offset: Int = 0, shouldClose: Bool = false) {
        self.descriptor = descriptor
        self.offset = offset
        self.shouldClose = shouldClose
        buffer = .allocate(byteCount: Self.blockSize, alignment: 4096)
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
    }

    deinit {
        buffer.deallocate()
        if shouldClose { close(descriptor) }
    }

    func next() -> UnsafeRawBufferPointer? {
        var count = 0
        repeat {
            count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
        } while count < 0 && errno == EINTR
        if count < 0 { damage = "it cannot be read further (error \(errno))" }
        guard count > 0 else { return nil }
        offset += count
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    /// `count` bytes of a file, fewer at its end.
    static func bytes(of descriptor: Int32, at offset: Int64, count: Int) -> [UInt8] {
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
}
