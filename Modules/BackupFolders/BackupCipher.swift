import CSodium
import RPC
import Texts

/// The names and the encryption of the blocks of a backup folder.
///
/// A block is named after the BLAKE2b hash of its contents. In an encrypted folder the hash has a key, so
/// that names say nothing about contents, and each file is encrypted with XChaCha20-Poly1305, with its
/// name as additional data.
struct BackupCipher: Sendable {
    private struct Keys: Sendable {
        var naming: [UInt8]
        var encryption: [UInt8]
    }

    /// Bytes of a hash.
    private static let hashBytes = 32
    /// The context of derived keys, 8 bytes.
    private static let context = "dlbackup"

    private let keys: Keys?

    /// - Parameter key: The key of the folder; nil: the folder is not encrypted.
    /// - Throws: INTERNAL if libsodium cannot be used.
    init(key: [UInt8]?) throws(Status) {
        try Sodium.prepare()
        keys = key.map {
            Keys(naming: Self.derived(1, from: $0), encryption: Self.derived(2, from: $0))
        }
    }

    private static func derived(_ number: UInt64, from key: [UInt8]) -> [UInt8] {
        var derived = [UInt8](repeating: 0, count: 32)
        _ = crypto_kdf_derive_from_key(&derived, derived.count, number, context, key)
        return derived
    }

    /// The name of a block: 64 hexadecimal digits.
    func name(of block: [UInt8]) -> String {
        var hash = [UInt8](repeating: 0, count: Self.hashBytes)
        let key = keys?.naming ?? []
        _ = crypto_generichash(
            &hash, hash.count, block, UInt64(block.count), key.isEmpty ? nil : key, key.count)
        return hash.hexDigits
    }

    /// Encrypts the contents of a file, and returns its bytes.
    func encrypt(_ contents: [UInt8], name: String) -> [UInt8] {
        guard let keys else { return contents }
        let nonceBytes = crypto_aead_xchacha20poly1305_ietf_npubbytes()
        var nonce = [UInt8](repeating: 0, count: nonceBytes)
        randombytes_buf(&nonce, nonceBytes)
        var sealed = [UInt8](
            repeating: 0, count: contents.count + crypto_aead_xchacha20poly1305_ietf_abytes())
        let context = Array(name.utf8)
        _ = crypto_aead_xchacha20poly1305_ietf_encrypt(
            &sealed, nil, contents, UInt64(contents.count), context, UInt64(context.count), nil,
            nonce, keys.encryption)
        return nonce + sealed
    }

    /// Decrypts the bytes of a file. Returns nil if it was changed or encrypted with another key.
    func decrypt(_ bytes: [UInt8], name: String) -> [UInt8]? {
        guard let keys else { return bytes }
        let nonceBytes = crypto_aead_xchacha20poly1305_ietf_npubbytes()
        let overhead = crypto_aead_xchacha20poly1305_ietf_abytes()
        guard bytes.count >= nonceBytes + overhead else { return nil }
        let nonce = Array(bytes[..<nonceBytes])
        let sealed = Array(bytes[nonceBytes...])
        var contents = [UInt8](repeating: 0, count: sealed.count - overhead)
        let context = Array(name.utf8)
        let result = crypto_aead_xchacha20poly1305_ietf_decrypt(
            &contents, nil, nil, sealed, UInt64(sealed.count), context, UInt64(context.count),
            nonce, keys.encryption)
        return result == 0 ? contents : nil
    }

    /// The size of the file of a block in bytes.
    func fileBytes(ofBlock bytes: Int) -> Int {
        guard keys != nil else { return bytes }
        return bytes + crypto_aead_xchacha20poly1305_ietf_npubbytes()
            + crypto_aead_xchacha20poly1305_ietf_abytes()
    }
}

/// The initialisation of libsodium.
enum Sodium {
    static func prepare() throws(Status) {
        // 1: initialised before.
        guard sodium_init() >= 0 else {
            throw Status(.internal, "libsodium cannot be used: it finds no random numbers.")
        }
    }
}
