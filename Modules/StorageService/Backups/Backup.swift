import BackupFolders
import CLinux
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC
import Tracker

/// A copy of the database and of the stored photos in one file.
enum Backup {
    /// Writes a copy of the database to `target`, which must not exist. The copy is written under a
    /// temporary name and renamed when it is complete. `recipient` is the key that the file is encrypted to;
    /// nil: it is not encrypted.
    static func write(
        from source: DatabaseFile, to target: String, for recipient: BackupRecipient? = nil
    ) throws -> Backups.BackupResponse {
        var existing = stat()
        guard stat(target, &existing) != 0 else {
            if existing.st_mode & S_IFMT == S_IFDIR {
                throw Status(
                    .alreadyExists, "\(target) is a folder; a backup is a single file.",
                    hint: "Write it into the folder with: dayline backup "
                        + quoted("\(target)/dayline.backup"))
            }
            throw Status(
                .alreadyExists, "\(target) exists already.",
                hint: "Choose another name, or remove it first: rm \(quoted(target))")
        }
        let temporary = "\(target).part-\(UInt64.random(in: 0...UInt64.max))"
        // Created here with its permissions; SQLite accepts an empty file as the target.
        let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", target) }
        defer {
            close(descriptor)
            unlink(temporary)
        }
        let summary: Backups.BackupResponse
        if let recipient {
            summary = try encrypt(source, to: descriptor, named: target, for: recipient)
        } else {
            do {
                summary = try copyAll(of: source, to: temporary, for: target)
            } catch let error as DatabaseError {
                throw fault(error, of: source, target)
            }
        }
        guard fsync(descriptor) == 0, publish(temporary, as: target) else {
            throw failure("written", target)
        }
        try Files.syncFolder(of: target)
        return summary
    }

    /// Removes the copies that an earlier process did not finish to encrypt or to restore.
    static func removeCopies(ofDatabase path: String) {
        Files.removeFolder(Home.backupCopies(ofDatabase: path))
    }

    /// Writes the database and the photos to the empty file `copy`, and checks it. The result and the errors of
    /// the check have the path `target`.
    private static func copyAll(
        of source: DatabaseFile, to copy: String, for target: String
    ) throws -> Backups.BackupResponse {
        try Self.copy(source, to: copy)
        try BackupPhotos.add(PhotoFolder(database: source.path), to: copy)
        return try examine(copy, named: target)
    }

    /// Writes a copy beside the database, so that no other disk has its contents in plain form, and
    /// encrypts it into the open file.
    private static func encrypt(
        _ source: DatabaseFile, to descriptor: Int32, named target: String,
        for recipient: BackupRecipient
    ) throws -> Backups.BackupResponse {
        let folder = Home.backupCopies(ofDatabase: source.path)
        try Files.createPrivateFolder(folder)
        let (copy, copyDescriptor) = try Files.createTemporary(beside: "\(folder)/copy")
        close(copyDescriptor)
        defer {
            unlink(copy)
            // It has the copies of other calls, or is empty.
            rmdir(folder)
        }
        var summary: Backups.BackupResponse
        do {
            summary = try copyAll(of: source, to: copy, for: target)
        } catch let error as DatabaseError {
            throw fault(error, of: source, copy)
        }
        let input = try Files.open(copy, O_RDONLY, "read")
        defer { close(input) }
        // A process that is killed from here on leaves no plain copy.
        unlink(copy)
        try EncryptedFile.encrypt(
            input, named: copy, to: descriptor, named: target, for: recipient)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("written", target) }
        summary.bytes = Int64(status.st_size)
        return summary
    }

    private static func copy(_ source: DatabaseFile, to temporary: String) throws {
        func copy(_ db: Database) throws {
            try db.execute(sql: "VACUUM INTO ?", arguments: [temporary])
        }
        guard source.readOnlyReason == nil else { return try source.readWithoutTransaction(copy) }
        // A separate connection, so that no reader of the pool is occupied.
        let queue = try DatabaseQueue(path: source.path)
        try queue.inDatabase(copy)
        try queue.close()
    }

    /// The fault with the path of the file that caused it: the copy is only written, so damage and failed
    /// reads concern the database.
    private static func fault(
        _ error: DatabaseError, of source: DatabaseFile, _ target: String
    ) -> DatabaseFault {
        let fault = DatabaseFault(error, path: source.path)
        switch fault {
        case .damaged, .disk(_, isWriting: false):
            let isReadable = (try? source.readWithoutTransaction { DiskProbe.canRead($0) }) ?? false
            return isReadable ? fault : .disk(path: source.path, isWriting: false)
        case .locked, .unusable: return fault
        default: return DatabaseFault(error, path: target)
        }
    }

    /// Renames the file to `target` without replacing an existing file; false on failure, with `errno` set.
    private static func publish(_ temporary: String, as target: String) -> Bool {
        if dayline_rename_new(temporary, target) == 0 { return true }
        // Some file systems lack RENAME_NOREPLACE, and FAT has no links.
        return errno == EINVAL && link(temporary, target) == 0
    }

    /// Checks the copy at `path` and returns its contents in numbers.
    /// - Throws: A status if it is damaged, not a database of Dayline or of an unsupported version.
    static func examine(_ path: String, named name: String? = nil) throws -> Backups.BackupResponse
    {
        let name = name ?? path
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("read", name) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Status(
                .invalidArgument, "\(name) is not a regular file.",
                hint: "Use a file written by: dayline backup FILE")
        }
        try EncryptedFile.requirePlain(path, named: name)
        var configuration = Configuration()
        configuration.readonly = true
        do {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            defer { try? queue.close() }
            return try queue.inDatabase { db in
                try Schema.check(db)
                let findings = try String.fetchAll(db, sql: "PRAGMA integrity_check(1)")
                guard findings == ["ok"] else { throw DatabaseFault.damaged(path: name) }
                try checkContent(db, name)
                func count(_ sql: String) throws -> Int {
                    try Int.fetchOne(db, sql: sql) ?? 0
                }
                let photos = try BackupPhotos.count(db)
                return Backups.BackupResponse(
                    path: name, bytes: Int64(status.st_size),
                    schema: try count("PRAGMA user_version"),
                    profiles: try String.fetchAll(
                        db, sql: "SELECT name FROM profile ORDER BY name"),
                    samples: try count("SELECT coalesce(sum(count), 0) FROM chunk"),
                    imports: try count("SELECT count(*) FROM import WHERE state = 'published'"),
                    photos: photos)
            }
        } catch let error as DatabaseError {
            throw restoreError(DatabaseFault(error, path: name), name)
        } catch let error as DatabaseFault {
            throw restoreError(error, name)
        }
    }

    /// Rejects a database with objects that its schema version does not have, or without a profile: every
    /// start adds the default profile.
    private static func checkContent(_ db: Database, _ name: String) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let known = try Schema.objects(ofVersion: version).union(BackupPhotos.objects)
        if let foreign = try Schema.objects(db).subtracting(known).min() {
            let object = foreign.prefix { $0 != ":" }
            throw Status(
                .failedPrecondition,
                "\(name) has the \(object), which is not part of Dayline's schema.",
                hint: "Nothing was changed. Use a file written by: dayline backup FILE")
        }
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM profile)") == true else {
            throw Status(
                .failedPrecondition, "\(name) has no profile, so there is nothing to restore.",
                hint: "Nothing was changed. Use a file written by: dayline backup FILE")
        }
    }

    /// The error for a file that cannot be restored; the present database is unchanged.
    private static func restoreError(_ error: DatabaseFault, _ name: String) -> any Error {
        switch error {
        case .damaged:
            Status(
                .dataLoss, "\(name) is not a backup of Dayline, or it is damaged.",
                hint: "Nothing was changed. Use a file written by: dayline backup FILE")
        case .otherProgram:
            Status(
                .failedPrecondition, "\(name) is not a backup of Dayline.",
                hint: "Nothing was changed. Use a file written by: dayline backup FILE")
        default: error
        }
    }

    /// The status for `errno`. `action` is a past participle: "read" or "written".
    private static func failure(_ action: String, _ path: String) -> Status {
        switch errno {
        case ENOENT, ENOTDIR:
            Status(
                .notFound, "\(path) cannot be \(action): the file or its folder does not exist.",
                hint: "Check it with: ls -ld \(quoted(Files.folder(of: path)))")
        case EACCES, EPERM:
            Status(
                .permissionDenied, "\(path) cannot be \(action): permission denied.",
                hint: "Check the owner of its folder. The system service uses no folder in /home.")
        case ENOSPC:
            Status(.resourceExhausted, "\(path) cannot be \(action): the disk is full.")
        case EROFS:
            Status(
                .failedPrecondition, "\(path) cannot be \(action): its file system is read-only.",
                hint: SystemUnit.remedy(forWritingTo: Files.folder(of: path)))
        default:
            Status(
                .failedPrecondition,
                "\(path) cannot be \(action): \(String(cString: strerror(errno))).")
        }
    }
}
