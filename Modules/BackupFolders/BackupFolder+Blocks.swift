import Glibc
import HostFiles
import RPC

extension BackupFolder {
    /// The size of the blocks of a file. The pages of a database stay where they are, so that a change
    /// touches few blocks of this size.
    static let blockBytes = 32 << 10
    /// The limit of a file of a block, in bytes.
    private static let fileLimit = 1 << 20

    func path(ofBlock name: String) -> String { "\(blocks)/\(name.prefix(2))/\(name)" }

    /// True if the folder has a file of the right size for a block.
    func hasBlock(_ name: String, bytes: Int) -> Bool {
        var status = stat()
        return lstat(path(ofBlock: name), &status) == 0 && status.st_mode & S_IFMT == S_IFREG
            && Int(status.st_size) == cipher.fileBytes(ofBlock: bytes)
    }

    /// The contents of a block.
    /// - Throws: DATA_LOSS if it is missing or damaged.
    func block(_ name: String) throws(Status) -> [UInt8] {
        let path = path(ofBlock: name)
        let bytes: [UInt8]?
        do {
            bytes = try Files.readIfPresent(path, limit: Self.fileLimit)
        } catch {
            throw error.status
        }
        guard let bytes else {
            throw Status(
                .dataLoss, "The backup lacks the block \(path).",
                hint: "Restore another day; see them with: dayline backups --from \(self.path)")
        }
        guard let contents = cipher.decrypt(bytes, name: name), cipher.name(of: contents) == name
        else {
            throw Status(
                .dataLoss, "The block \(path) of the backup is damaged.",
                hint: "Restore another day; see them with: dayline backups --from \(self.path)")
        }
        return contents
    }

    /// Removes a block that cannot be read, so that the next backup writes it again.
    func removeIfDamaged(_ name: String) {
        if (try? block(name)) == nil { unlink(path(ofBlock: name)) }
    }
}
