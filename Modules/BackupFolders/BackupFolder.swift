import CLinux
import CSodium
import Glibc
import HostFiles
import Memberwise
package import RPC
import Texts

/// A folder with backups of one home: blocks, named after the hash of their contents, and snapshots, each
/// with a list of its files and their blocks.
///
/// A marker file identifies the folder, so that nothing is written to the mount point of an absent drive.
package struct BackupFolder: Sendable {
    /// The key with which a folder is opened.
    package enum Key: Sendable {
        /// The folder is not encrypted, or its key is unknown.
        case absent
        /// The key of the folder itself, which the home has.
        case folder([UInt8])
        case secret(BackupSecretKey)
    }

    /// The description of the folder in its marker file.
    @Memberwise
    struct Marker: Codable, Hashable, Sendable {
        var format: Int
        /// 32 hexadecimal digits.
        var id: String
        /// The public key that the key of the folder is sealed for; nil: not encrypted.
        var recipient: String? = nil
        /// Base64; nil: not encrypted.
        var sealedKey: String? = nil
    }

    static let markerName = "dayline-backups.json"
    private static let format = 1

    package let path: String
    package let id: String
    package let recipient: BackupRecipient?
    let cipher: BackupCipher

    var blocks: String { "\(path)/blocks" }
    var snapshots: String { "\(path)/snapshots" }

    private init(path: String, marker: Marker, cipher: BackupCipher) throws(Status) {
        self.path = path
        id = marker.id
        recipient = if let text = marker.recipient { try BackupRecipient(text) } else { nil }
        self.cipher = cipher
    }

    /// Prepares an existing folder for backups.
    /// - Parameters:
    ///   - path: The folder.
    ///   - home: The folder of the home, which must not be in the folder nor have it.
    ///   - recipient: The public key that the folder is encrypted to; nil: not encrypted.
    /// - Returns: The folder, and its key if it is encrypted.
    /// - Throws: NOT_FOUND, INVALID_ARGUMENT, ALREADY_EXISTS or the status of a failed write.
    package static func create(
        at path: String, home: String, recipient: BackupRecipient?
    ) throws(Status) -> (folder: BackupFolder, key: [UInt8]?) {
        let path = try checkedFolder(path, home: home)
        for name in [markerName, "blocks", "snapshots"] where access("\(path)/\(name)", F_OK) == 0 {
            throw Status(
                .alreadyExists, "\(path) has the backups of another home, or an earlier setting.",
                hint: "Create a folder for the backups of this home: mkdir \(path)/dayline")
        }
        try Sodium.prepare()
        var id = [UInt8](repeating: 0, count: 16)
        randombytes_buf(&id, id.count)
        var marker = Marker(format: format, id: id.hexDigits, recipient: recipient?.text)
        var key: [UInt8]?
        if let recipient {
            var random = [UInt8](repeating: 0, count: 32)
            randombytes_buf(&random, random.count)
            marker.sealedKey = Base64URL.text(recipient.encrypt(random))
            key = random
        }
        let folder = try BackupFolder(
            path: path, marker: marker, cipher: try BackupCipher(key: key))
        for name in [folder.blocks, folder.snapshots] {
            guard mkdir(name, 0o700) == 0 else { throw .backupFile("created", name) }
        }
        do {
            let bytes = try JSONBody.encode(marker)
            try Files.writeAtomically(bytes.array(of: UInt8.self), to: "\(path)/\(markerName)")
        } catch {
            throw Status(describing: error)
        }
        return (folder, key)
    }

    /// Opens a folder with backups.
    /// - Parameters:
    ///   - path: The folder.
    ///   - id: The expected identity; nil: any.
    ///   - key: The key; a folder that is not encrypted needs none.
    /// - Throws: NOT_FOUND if it is not a folder with backups, FAILED_PRECONDITION if it is another folder
    ///   than expected or a newer format, UNAUTHENTICATED without the right key.
    package init(_ path: String, id: String? = nil, key: Key) throws(Status) {
        guard let bytes = try? Files.read("\(path)/\(Self.markerName)", limit: 1 << 16) else {
            throw Status(
                .notFound,
                id == nil
                    ? "\(path) has no backups of Dayline."
                    : "\(path) does not have the backups of this home: its drive may be absent.",
                hint: id == nil
                    ? "Name the folder that was set with: dayline backups to DIR"
                    : "If the folder is on a drive, connect and mount the drive, then run: "
                        + "dayline backups run")
        }
        guard let marker = try? JSONBody.decode(Marker.self, from: Bytes(bytes)) else {
            throw Status(.dataLoss, "\(path)/\(Self.markerName) is damaged.")
        }
        guard marker.format <= Self.format else {
            throw Status(
                .failedPrecondition, "\(path) was written by a newer version of Dayline.",
                hint: "Update Dayline.")
        }
        guard id == nil || marker.id == id else {
            throw Status(
                .failedPrecondition, "\(path) is the backup folder of another home.",
                hint: "Mount the right drive, or choose another folder with: dayline backups to DIR"
            )
        }
        let cipher = try BackupCipher(key: try Self.folderKey(marker, key, path))
        try self.init(path: path, marker: marker, cipher: cipher)
    }

    private static func folderKey(
        _ marker: Marker, _ key: Key, _ path: String
    ) throws(Status) -> [UInt8]? {
        guard let sealed = marker.sealedKey else { return nil }
        switch key {
        case .folder(let bytes): return bytes
        case .secret(let secret):
            if let bytes = Base64URL.bytes(sealed).flatMap(secret.decrypt) { return bytes }
            throw Status(
                .unauthenticated, "The secret key does not open the backups in \(path).",
                hint: "Use the secret key of \(marker.recipient ?? "their public key").")
        case .absent:
            throw Status(
                .unauthenticated, "The backups in \(path) are encrypted.",
                hint: "Add the file of the secret key: --key FILE")
        }
    }

    /// The folder without symbolic links.
    private static func checkedFolder(_ path: String, home: String) throws(Status) -> String {
        guard let folder = Files.canonicalPath(path) else {
            throw Status(
                .notFound, "The folder \(path) does not exist.",
                hint: "Mount its drive, or create it with: mkdir -p \(path). "
                    + "The system service uses no folder in /home.")
        }
        var status = stat()
        guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw Status(
                .invalidArgument, "\(path) is not a folder.", hint: "Name a folder for backups.")
        }
        let home = Files.canonicalPath(home) ?? home
        guard folder != home, !folder.hasPrefix(home + "/"), folder != "/",
            !home.hasPrefix(folder + "/")
        else {
            throw Status(
                .invalidArgument, "\(path) is the home \(home), or one of them is in the other.",
                hint: "Name a folder outside of the home, best on another drive.")
        }
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            throw .backupFile("written", folder)
        }
        return folder
    }
}
