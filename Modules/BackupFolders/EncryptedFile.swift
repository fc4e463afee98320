import CSodium
import Glibc
import HostFiles
package import RPC

/// A file that is encrypted to the recipient of backups.
///
/// It begins with a line that names its form, the key of the file sealed for the recipient, and the header
/// of libsodium's stream (XChaCha20-Poly1305). Pieces of 64 KiB follow, each with 17 bytes of the cipher. The
/// last piece is marked, so that a file that was cut is not valid.
package enum EncryptedFile {
    private static let firstLine = Array("dayline-encrypted-backup-1\n".utf8)
    private static let pieceBytes = 64 << 10

    private static var keyBytes: Int { crypto_secretstream_xchacha20poly1305_keybytes() }
    private static var headerBytes: Int { crypto_secretstream_xchacha20poly1305_headerbytes() }
    private static var sealedKeyBytes: Int { keyBytes + crypto_box_sealbytes() }
    /// The tag of the last piece.
    private static var finalTag: UInt8 { crypto_secretstream_xchacha20poly1305_tag_final() }
    /// Bytes of the cipher in each piece.
    private static var overhead: Int { crypto_secretstream_xchacha20poly1305_abytes() }

    /// - Throws: FAILED_PRECONDITION for a file that begins as an encrypted one.
    package static func requirePlain(_ path: String, named name: String) throws(Status) {
        guard Files.head(of: path, count: firstLine.count) != firstLine else {
            throw Status(
                .failedPrecondition, "\(name) is encrypted.",
                hint: "Restore it with its secret key: dayline restore FILE --key SECRET_KEY_FILE")
        }
    }

    // MARK: Encryption

    /// Encrypts an open file into an empty one that is open for writing. Errors have the names.
    package static func encrypt(
        _ input: Int32, named source: String, to descriptor: Int32, named target: String,
        for recipient: BackupRecipient
    ) throws {
        try Sodium.prepare()
        var key = [UInt8](repeating: 0, count: keyBytes)
        crypto_secretstream_xchacha20poly1305_keygen(&key)
        var state = crypto_secretstream_xchacha20poly1305_state()
        var header = [UInt8](repeating: 0, count: headerBytes)
        _ = crypto_secretstream_xchacha20poly1305_init_push(&state, &header, key)
        try Files.write(firstLine + recipient.encrypt(key) + header, to: descriptor, path: target)
        var piece = try Files.read(pieceBytes, from: input, path: source)
        while true {
            let next =
                piece.count < pieceBytes
                ? [] : try Files.read(pieceBytes, from: input, path: source)
            let tag = next.isEmpty ? finalTag : 0
            var sealed = [UInt8](repeating: 0, count: piece.count + overhead)
            _ = crypto_secretstream_xchacha20poly1305_push(
                &state, &sealed, nil, piece, UInt64(piece.count), nil, 0, tag)
            try Files.write(sealed, to: descriptor, path: target)
            guard tag != finalTag else { return }
            piece = next
        }
    }

    // MARK: Decryption

    /// Decrypts the file at `source` into a new file that only its owner can read. The file is removed if
    /// the contents are not complete.
    /// - Throws: PERMISSION_DENIED for another key, DATA_LOSS for a damaged or cut file.
    package static func decrypt(
        _ source: String, to target: String, with key: BackupSecretKey
    ) throws {
        try Sodium.prepare()
        let input = try Files.open(source, O_RDONLY, "read")
        defer { close(input) }
        var state = try readHeader(of: input, source, key)
        let output = try Files.open(target, O_WRONLY | O_CREAT | O_EXCL, "write", 0o600)
        defer { close(output) }
        do {
            var isComplete = false
            while !isComplete {
                let sealed = try Files.read(pieceBytes + overhead, from: input, path: source)
                let (piece, tag) = try decryptPiece(sealed, &state, source)
                try Files.write(piece, to: output, path: target)
                isComplete = tag == finalTag
            }
            guard try Files.read(1, from: input, path: source).isEmpty else {
                throw damage(of: source)
            }
        } catch {
            unlink(target)
            throw error
        }
    }

    /// Reads the header of a file, and returns the state of the stream after it.
    private static func readHeader(
        of input: Int32, _ source: String, _ key: BackupSecretKey
    ) throws -> crypto_secretstream_xchacha20poly1305_state {
        guard try Files.read(firstLine.count, from: input, path: source) == firstLine else {
            throw Status(
                .invalidArgument, "\(source) is not an encrypted backup.",
                hint: "Restore it without --key.")
        }
        let sealedKey = try Files.read(sealedKeyBytes, from: input, path: source)
        let header = try Files.read(headerBytes, from: input, path: source)
        guard header.count == headerBytes else { throw damage(of: source) }
        guard let fileKey = key.decrypt(sealedKey) else {
            throw Status(
                .permissionDenied, "\(source) is encrypted for another key.",
                hint: "Use the secret key that belongs to its public key: --key FILE")
        }
        var state = crypto_secretstream_xchacha20poly1305_state()
        guard crypto_secretstream_xchacha20poly1305_init_pull(&state, header, fileKey) == 0 else {
            throw damage(of: source)
        }
        return state
    }

    private static func decryptPiece(
        _ sealed: [UInt8], _ state: inout crypto_secretstream_xchacha20poly1305_state,
        _ source: String
    ) throws -> (piece: [UInt8], tag: UInt8) {
        guard sealed.count >= overhead else { throw damage(of: source) }
        var piece = [UInt8](repeating: 0, count: sealed.count - overhead)
        var tag: UInt8 = 0
        guard
            crypto_secretstream_xchacha20poly1305_pull(
                &state, &piece, nil, &tag, sealed, UInt64(sealed.count), nil, 0) == 0
        else { throw damage(of: source) }
        return (piece, tag)
    }

    private static func damage(of path: String) -> Status {
        Status(
            .dataLoss, "\(path) is damaged or incomplete.",
            hint: "Nothing was changed. Copy the whole file again, or use another backup.")
    }
}
