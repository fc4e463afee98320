import BackupFolders
import Contracts
import HostFiles
import Memberwise
import RPC

/// The settings and results of daily backups, in a file of the home that only its owner can read.
@Memberwise
struct BackupScheduleFile: Codable, Hashable, Sendable {
    /// The folder, also of daily backups that are off; nil: none was set.
    var folder: String? = nil
    /// The identifier in the marker file of the folder.
    var folderID: String? = nil
    /// The key of an encrypted folder in Base64.
    var key: String? = nil
    /// The public key that the folder is encrypted to.
    var recipient: String? = nil
    /// True if daily backups are off, so that the folder is only used again if it is named; nil: false.
    var isOff: Bool? = nil
    /// The time of the daily backup in the zone of the machine, as `HH:MM`.
    var time: String = Backups.timeDefault
    /// When the folder was set, in milliseconds since 1970; nil: never.
    var configuredAt: Int64? = nil
    /// When a backup was last verified, in milliseconds since 1970; nil: never.
    var verifiedAt: Int64? = nil
    /// When a backup failed since the last verified one, in milliseconds since 1970; nil: never.
    var failedAt: Int64? = nil
    /// The reason of the failure since the last verified backup, as a sentence.
    var failure: String? = nil

    private static let limit = 1 << 16

    /// The folder of daily backups; nil: no daily backups.
    var activeFolder: String? { isOff == true ? nil : folder }

    /// The same folder without daily backups and their results.
    var switchedOff: Self {
        Self(
            folder: folder, folderID: folderID, key: key, recipient: recipient, isOff: true,
            time: time)
    }

    /// The file of the home; no daily backups without one.
    /// - Throws: FAILED_PRECONDITION if it is not valid.
    static func read(_ path: String) throws -> Self {
        guard let bytes = try Files.readIfPresent(path, limit: limit) else { return Self() }
        guard let file = try? JSONBody.decode(Self.self, from: Bytes(bytes)),
            BackupTime(file.time) != nil
        else {
            throw Status(
                .failedPrecondition, "\(path) is not valid.",
                hint: "Move the file away, and set the folder again: dayline backups to DIR")
        }
        return file
    }

    func write(to path: String) throws {
        try Files.writeAtomically(try JSONBody.encode(self).array(of: UInt8.self), to: path)
    }
}
