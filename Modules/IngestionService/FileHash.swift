import CXXHash
import Glibc
import RPC

/// What tells whether a file was written to: it says nothing about what is in it.
struct FileStamp: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let changed: [Int]

    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        size = Int(status.st_size)
        changed = [
            status.st_mtim.tv_sec, status.st_mtim.tv_nsec, status.st_ctim.tv_sec,
            status.st_ctim.tv_nsec,
        ]
    }
}

/// XXH3-128 over the bytes of a file.
enum FileHash {
    private static let blockSize = 1 << 20
    /// Blocks after which others may use the thread.
    private static let turn = 16

    /// The hash in hexadecimal digits; nil when the file cannot be read, or was written to since it was
    /// opened.
    static func text(of source: ImportSource) async -> String? {
        guard let state = XXH3_createState() else { return nil }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: blockSize, alignment: 4096)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = pread(source.descriptor, buffer.baseAddress, buffer.count, offset)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, !Task.isCancelled else { return nil }
            if count == 0 { break }
            XXH3_128bits_update(state, buffer.baseAddress, count)
            offset += count
            if offset % (turn * blockSize) == 0 { await Task.yield() }
        }
        guard source.isUnchanged, Int64(offset) == source.bytes else { return nil }
        let digest = XXH3_128bits_digest(state)
        return hexadecimal(digest.high64) + hexadecimal(digest.low64)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
