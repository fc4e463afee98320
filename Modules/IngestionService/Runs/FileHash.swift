import CXXHash
import Glibc
import RPC

/// Computes the hash of a file: XXH3-128 over the XXH3-128 of each part of 16 MiB, so that parts are
/// hashed in parallel.
enum FileHash {
    private static let partSize = 16 << 20
    /// Bytes that stay in the processor's cache between reading and hashing.
    private static let blockSize = 256 << 10
    /// Parts that are hashed in parallel.
    private static let width = 2

    /// The hash in hexadecimal digits; nil if the file cannot be read or was changed since it was
    /// opened.
    static func text(of source: ImportSource) async -> String? {
        let count = (Int(source.bytes) + partSize - 1) / partSize
        let parts = await withTaskGroup(of: [Int: XXH128_hash_t]?.self) { group in
            for first in 0..<min(width, count) {
                group.addTask {
                    var parts: [Int: XXH128_hash_t] = [:]
                    for number in stride(from: first, to: count, by: width) {
                        guard !Task.isCancelled, let part = part(number, of: source) else {
                            return nil
                        }
                        parts[number] = part
                        // Other tasks may need the thread.
                        await Task.yield()
                    }
                    return parts
                }
            }
            var all: [Int: XXH128_hash_t]? = [:]
            for await parts in group {
                guard let parts else {
                    all = nil
                    continue
                }
                all?.merge(parts) { first, _ in first }
            }
            return all
        }
        guard let parts, source.isUnchanged else { return nil }
        let words = (0..<count).flatMap { number -> [UInt64] in
            parts[number].map { [$0.low64.littleEndian, $0.high64.littleEndian] } ?? []
        }
        let digest = words.withUnsafeBytes { XXH3_128bits($0.baseAddress, $0.count) }
        return hexadecimal(digest.high64) + hexadecimal(digest.low64)
    }

    /// The hash of a part; nil if the part cannot be read completely.
    private static func part(_ number: Int, of source: ImportSource) -> XXH128_hash_t? {
        guard let state = XXH3_createState() else { return nil }
        defer { XXH3_freeState(state) }
        XXH3_128bits_reset(state)
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: blockSize, alignment: 4096)
        defer { buffer.deallocate() }
        var offset = number * partSize
        let end = min(offset + partSize, Int(source.bytes))
        while offset < end {
            let count = pread(
                source.descriptor, buffer.baseAddress, min(buffer.count, end - offset), offset)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            XXH3_128bits_update(state, buffer.baseAddress, count)
            offset += count
        }
        return XXH3_128bits_digest(state)
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
