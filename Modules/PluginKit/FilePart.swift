import Glibc

/// A file of the input: the file itself, or an entry of an archive or a folder.
public struct FilePart {
    /// The path within the archive or the folder.
    public let name: String
    /// Unpacked size in bytes.
    public let size: Int64
    /// Packed size in bytes, the unit of ``SampleBatches/reportProgress(bytesRead:of:)``.
    public let sizeOnDisk: Int64
    private let open: () throws -> any BlockSource

    /// The outcome of reading a part.
    public enum Ending: Hashable, Sendable {
        case complete
        /// Everything before the damage was read; the reason is a phrase without a full stop.
        case damaged(String)
    }

    init(
        name: String, size: Int64, sizeOnDisk: Int64, open: @escaping () throws -> any BlockSource
    ) {
        self.name = name
        self.size = size
        self.sizeOnDisk = sizeOnDisk
        self.open = open
    }

    /// The bytes of the part as a source.
    func source() throws -> any BlockSource { try open() }

    /// The last part of the path.
    public var fileName: Substring {
        guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return name[...] }
        return name[name.utf8.index(after: slash)...]
    }

    /// A reason of damage with the name of the file, unless the reason names the file, or the archive of
    /// which all files have the reason.
    public func located(_ reason: String) -> String {
        reason.contains(name) || reason.hasSuffix(BrokenZip.defect) ? reason : "\(name): \(reason)"
    }

    /// Reads the part in blocks of up to 256 KiB. A block is only valid during the call of `body`.
    /// - Throws: An `ImportProblem` if the part cannot be opened, and the errors of `body`.
    public func read(_ body: (UnsafeRawBufferPointer) throws -> Void) throws -> Ending {
        let source = try open()
        while let block = try source.next() { try body(block) }
        return source.damage.map { .damaged($0) } ?? .complete
    }

    /// The first `count` bytes, fewer if the part is shorter or damaged.
    public func head(_ count: Int) throws -> [UInt8] {
        let source = try open()
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
    private var offset = 0
    private(set) var damage: String?

    static let blockSize = 256 << 10

    /// `shouldClose` is true if `deinit` closes the descriptor.
    init(descriptor: Int32, shouldClose: Bool = false) {
        self.descriptor = descriptor
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
}
