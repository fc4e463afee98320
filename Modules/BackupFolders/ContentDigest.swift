import CSodium
package import RPC
import Texts

/// The BLAKE2b-256 hash of bytes that arrive in pieces.
package final class ContentDigest {
    private static let hashBytes = 32
    /// The alignment that libsodium requires.
    private static let alignment = 64

    private let state: OpaquePointer
    private let memory: UnsafeMutableRawPointer

    /// - Throws: INTERNAL if libsodium cannot be used.
    package init() throws(Status) {
        try Sodium.prepare()
        memory = .allocate(
            byteCount: crypto_generichash_statebytes(), alignment: Self.alignment)
        state = OpaquePointer(memory)
        crypto_generichash_init(state, nil, 0, Self.hashBytes)
    }

    deinit { memory.deallocate() }

    package func update(_ bytes: UnsafeRawBufferPointer) {
        crypto_generichash_update(
            state, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt64(bytes.count))
    }

    /// 64 hexadecimal digits; the digest cannot be used afterwards.
    package func finish() -> String {
        var hash = [UInt8](repeating: 0, count: Self.hashBytes)
        crypto_generichash_final(state, &hash, hash.count)
        return hash.hexDigits
    }
}
