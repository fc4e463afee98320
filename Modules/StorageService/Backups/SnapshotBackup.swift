import BackupFolders
import CivilTime
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC

/// One backup to a folder: a copy of the database is cut into blocks, restored from them into a temporary
/// home, and compared with the copy.
struct SnapshotBackup {
    let source: DatabaseFile
    let folder: BackupFolder
    let systemZone: String

    /// The temporary home beside the database.
    private var work: String { "\(Files.folder(of: source.path))/\(Self.workName)" }

    private static let workName = "backup-work"

    /// Removes the temporary home of an earlier process.
    static func removeWork(ofDatabase path: String) {
        Files.removeFolder("\(Files.folder(of: path))/\(workName)")
    }

    /// Writes and verifies a snapshot.
    /// - Parameter now: Milliseconds since 1970.
    /// - Returns: The description of the snapshot.
    /// - Throws: The status of the failure; the folder then has its earlier snapshots only.
    func write(now: @escaping @Sendable () -> Int64) async throws -> Backups.Snapshot {
        Files.removeFolder(work)
        try Files.createPrivateFolder(work)
        defer { Files.removeFolder(work) }
        let started = now()
        let name = BackupSnapshotName(at: started)
        let copy = "\(work)/copy.sqlite"
        let contents = try await StorageService.runOnThread { [source] in
            try Self.copy(source, to: copy)
            return try Backup.examine(copy)
        }
        let answers = try await BackupAnswers.digest(ofDatabase: copy, systemZone: systemZone)
        let (list, added) = try await StorageService.runOnThread { [self] in
            defer { unlink(copy) }
            return try store(copy, as: name)
        }
        do {
            try await verify(list, answers: answers)
        } catch {
            folder.remove(name)
            throw error
        }
        let summary = Backups.Snapshot(
            at: name.instant, verifiedAt: instantText(now()),
            bytes: list.bytes, addedBytes: added, schema: contents.schema,
            profiles: contents.profiles, samples: contents.samples, imports: contents.imports,
            photos: list.photos.count)
        try folder.confirm(name, summary)
        return summary
    }

    /// Copies the database page by page, so that unchanged pages keep their place and thus their blocks.
    private static func copy(_ source: DatabaseFile, to path: String) throws {
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw HostFileError.system(operation: "write", path: path, code: errno)
        }
        close(descriptor)
        do {
            let target = try DatabaseQueue(path: path)
            defer { try? target.close() }
            try source.backUp(to: target)
            // Without a write-ahead log, the copy is one file.
            try target.writeWithoutTransaction { db in
                _ = try String.fetchOne(db, sql: "PRAGMA journal_mode = DELETE")
            }
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }

    private func store(
        _ copy: String, as name: BackupSnapshotName
    ) throws -> (list: BackupFileList, added: Int64) {
        let writer = try BackupSnapshotWriter(folder)
        do {
            try writer.add(copy, as: BackupFileList.databasePath)
            let photos = PhotoFolder(database: source.path)
            // A photo can be removed as unused meanwhile.
            for photo in photos.names where photos.contains(photo) {
                try writer.add(
                    photos.path(of: photo), as: BackupFileList.photoFolder + photo.text)
            }
            return (try writer.commit(as: name), writer.addedBytes)
        } catch {
            writer.discard()
            throw error
        }
    }

    /// Restores the database from the blocks and compares its rows with their checksums, and its answers
    /// with those of the copy. Photos are compared with the hashes of their blocks.
    private func verify(_ list: BackupFileList, answers: String) async throws {
        let restored = "\(work)/restored.sqlite"
        let database = try list.database
        try await StorageService.runOnThread { [folder] in
            try folder.verify(database)
            try folder.extract(database, to: restored)
            for photo in list.photos { try folder.verify(photo) }
            try Self.checkRows(of: restored)
        }
        let found = try await BackupAnswers.digest(ofDatabase: restored, systemZone: systemZone)
        guard found == answers else {
            throw Status(
                .dataLoss,
                "The backup in \(folder.path) answers differently from the database after a restore.",
                hint: "Check the drive with: dmesg | tail, and the database with: dayline doctor")
        }
    }

    private static func checkRows(of path: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            let check = try queue.inDatabase { try RowCheckup.check($0) }
            guard check.ok else { throw Status(.dataLoss, check.detail) }
        } catch let error as DatabaseError {
            throw DatabaseFault(error, path: path)
        }
    }
}
