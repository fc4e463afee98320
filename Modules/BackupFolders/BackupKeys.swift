import CSodium
import Glibc
import HostFiles
package import RPC
import Texts

/// The public key that backups are encrypted to. The secret key is not needed to write them.
package struct BackupRecipient: Hashable, Sendable {
    private static let prefix = "dayline-backup-"

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// - Throws: INVALID_ARGUMENT if the text is not a public key.
    package init(_ text: String) throws(Status) {
        guard text.hasPrefix(Self.prefix),
            let bytes = Base64URL.bytes(String(text.dropFirst(Self.prefix.count))),
            bytes.count == crypto_box_publickeybytes()
        else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not the public key of backups.",
                hint: "Create a pair of keys with: dayline backups key FILE")
        }
        self.bytes = bytes
    }

    package var text: String { Self.prefix + Base64URL.text(bytes) }

    /// Encrypts `contents`, which only the secret key can decrypt.
    func encrypt(_ contents: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: contents.count + crypto_box_sealbytes())
        _ = crypto_box_seal(&sealed, contents, UInt64(contents.count), bytes)
        return sealed
    }
}

/// The secret key that opens encrypted backups, in a file that only its owner can read.
package struct BackupSecretKey: Sendable {
    private static let firstLine = "dayline-backup-secret-key-1"

    private let bytes: [UInt8]
    package let recipient: BackupRecipient

    private init(bytes: [UInt8]) {
        var publicKey = [UInt8](repeating: 0, count: crypto_box_publickeybytes())
        _ = crypto_scalarmult_base(&publicKey, bytes)
        self.bytes = bytes
        recipient = BackupRecipient(bytes: publicKey)
    }

    /// Creates a pair of keys and writes the secret key to a new file.
    /// - Throws: ALREADY_EXISTS if the file exists, and the error of a failed write.
    package static func create(at path: String) throws -> BackupSecretKey {
        try Sodium.prepare()
        var publicKey = [UInt8](repeating: 0, count: crypto_box_publickeybytes())
        var secretKey = [UInt8](repeating: 0, count: crypto_box_secretkeybytes())
        _ = crypto_box_keypair(&publicKey, &secretKey)
        let key = BackupSecretKey(bytes: secretKey)
        var status = stat()
        guard lstat(path, &status) != 0 else {
            throw Status(
                .alreadyExists, "\(path) exists already.", hint: "Choose a new name for the file.")
        }
        try Files.writeAtomically(
            Array("\(firstLine)\n\(Base64URL.text(secretKey))\n".utf8), to: path)
        return key
    }

    /// Reads the file of a secret key.
    /// - Throws: INVALID_ARGUMENT if it is not one, PERMISSION_DENIED if other users can read it.
    package init(file path: String) throws {
        try Sodium.prepare()
        var status = stat()
        let text = String(decoding: try Files.read(path, limit: 4096), as: UTF8.self)
        let lines = text.split(separator: "\n")
        guard lines.count == 2, lines[0] == Self.firstLine,
            let bytes = Base64URL.bytes(String(lines[1])),
            bytes.count == crypto_box_secretkeybytes()
        else {
            throw Status(
                .invalidArgument, "\(path) is not the file of a secret key of backups.",
                hint: "Name the file that was written by: dayline backups key FILE")
        }
        guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw Status(
                .permissionDenied, "Other users can read the secret key \(path).",
                hint: "Restrict it with: chmod 600 \(path)")
        }
        self.init(bytes: bytes)
    }

    /// Decrypts contents that were encrypted to ``recipient``. Returns nil if they were encrypted to another
    /// key.
    func decrypt(_ sealed: [UInt8]) -> [UInt8]? {
        guard sealed.count >= crypto_box_sealbytes() else { return nil }
        var contents = [UInt8](repeating: 0, count: sealed.count - crypto_box_sealbytes())
        let result = crypto_box_seal_open(
            &contents, sealed, UInt64(sealed.count), recipient.bytes, bytes)
        return result == 0 ? contents : nil
    }
}
