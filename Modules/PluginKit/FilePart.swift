import Glibc

/// One file of what is imported.
public struct FilePart {
    /// The path within the archive or the folder.
    public let name: String
    /// In bytes, unpacked.
    public let size: Int64
    /// In bytes, packed; what progress counts.
    public let sizeOnDisk: Int64
    private let open: () throws -> any BlockSource

    /// Whether a part could be read to its end.
    public enum Ending: Hashable, Sendable {
        case complete
        /// What was there was read; why the rest is missing.
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

    /// The last part of the path.
    public var fileName: Substring {
        name.split(separator: "/").last ?? ""
    }

    /// Reads the part from its beginning to its end, in blocks of up to 256 KiB that are only valid
    /// during the call.
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

/// Bytes that come block by block.
protocol BlockSource: AnyObject {
    /// The next block, valid until the call after; nil at the end, and when the rest is damaged.
    func next() throws -> UnsafeRawBufferPointer?
    /// Why there is no more although there should be.
    var damage: String? { get }
}

/// A file's bytes, without mapping it: a block stays in the processor's cache until it is read.
final class PlainBlocks: BlockSource {
    private let descriptor: Int32
    private let shouldClose: Bool
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset = 0
    private(set) var damage: String?

    static let blockSize = 256 << 10

    /// `shouldClose` says whether the descriptor goes with the blocks.
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
        if count < 0 { damage = "it cannot be read on (error \(errno))" }
        guard count > 0 else { return nil }
        offset += count
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}
