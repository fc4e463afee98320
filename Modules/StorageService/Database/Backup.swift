import CLinux
import Contracts
import GRDB
import Glibc
import HostFiles
import RPC
import Tracker

/// A copy of the database in one file.
enum Backup {
    /// Writes a copy of the database to `target`, which must not exist: under another name
    /// first, so that a file of the name is whole.
    static func write(from source: DatabaseFile, to target: String) throws -> Backups.BackupResponse
    {
        var there = stat()
        guard stat(target, &there) != 0 else {
            if there.st_mode & S_IFMT == S_IFDIR {
                throw Status(
                    .alreadyExists, "\(target) is a folder, and a backup is a file.",
                    hint: "Name a file in it: dayline backup \(quoted("\(target)/dayline.backup"))")
            }
            throw Status(
                .alreadyExists, "\(target) is there already.",
                hint: "Choose another name, or remove it first: rm \(quoted(target))")
        }
        let draft = "\(target).part-\(UInt64.random(in: 0...UInt64.max))"
        // Made here, so that nobody else may ever read it; SQLite takes a file that is empty.
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", target) }
        defer {
            close(descriptor)
            unlink(draft)
        }
        do {
            try copy(source, to: draft)
        } catch let error as DatabaseError {
            throw fault(error, of: source, target)
        }
        let summary = try examine(draft, named: target)
        guard fsync(descriptor) == 0, publish(draft, as: target) else {
            throw failure("written", target)
        }
        try Files.syncFolder(of: target)
        return summary
    }

    private static func copy(_ source: DatabaseFile, to draft: String) throws {
        func copy(_ db: Database) throws {
            try db.execute(sql: "VACUUM INTO ?", arguments: [draft])
        }
        guard source.readOnlyReason == nil else { return try source.readWithoutTransaction(copy) }
        // A connection of its own, so that no reader waits for it.
        let queue = try DatabaseQueue(path: source.path)
        try queue.inDatabase(copy)
        try queue.close()
    }

    /// Names the file that was at fault: the copy is only written, so what cannot be read or is damaged is
    /// the database.
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

    /// Gives the file its name, unless one of the name has come in between.
    private static func publish(_ draft: String, as target: String) -> Bool {
        if dayline_rename_new(draft, target) == 0 { return true }
        // Some file systems cannot rename so; those of USB sticks cannot link.
        return errno == EINVAL && link(draft, target) == 0
    }

    /// What is in the copy at `path`.
    /// - Throws: When it is damaged, of a newer version, or no database of Dayline.
    static func examine(_ path: String, named name: String? = nil) throws -> Backups.BackupResponse
    {
        let name = name ?? path
        var status = stat()
        guard stat(path, &status) == 0 else { throw failure("read", name) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw Status(.invalidArgument, "\(name) is no file.")
        }
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
                return Backups.BackupResponse(
                    path: name, bytes: Int64(status.st_size),
                    schema: try count("PRAGMA user_version"),
                    profiles: try String.fetchAll(
                        db, sql: "SELECT name FROM profile ORDER BY name"),
                    samples: try count("SELECT coalesce(sum(count), 0) FROM chunk"),
                    imports: try count("SELECT count(*) FROM import WHERE state = 'published'"))
            }
        } catch let error as DatabaseError {
            throw unfit(DatabaseFault(error, path: name), name)
        } catch let error as DatabaseFault {
            throw unfit(error, name)
        }
    }

    /// Refuses what no Dayline wrote: objects that its version does not have, and a database without a
    /// profile, which every start gives one.
    private static func checkContent(_ db: Database, _ name: String) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        let known = try Schema.objects(ofVersion: version)
        if let foreign = try Schema.objects(db).subtracting(known).min() {
            let object = foreign.prefix { $0 != ":" }
            throw Status(
                .failedPrecondition, "\(name) has the \(object), which no backup of Dayline has.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
        guard try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM profile)") == true else {
            throw Status(
                .failedPrecondition, "\(name) has no profile, so there is nothing to restore.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
    }

    /// What is wrong with a file that is to be restored; what there is is well.
    private static func unfit(_ error: DatabaseFault, _ name: String) -> any Error {
        switch error {
        case .damaged:
            Status(
                .dataLoss, "\(name) is no backup of Dayline, or it is damaged.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        case .notOurs:
            Status(
                .failedPrecondition, "\(name) is no backup of Dayline.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        default: error
        }
    }

    private static func failure(_ what: String, _ path: String) -> Status {
        switch errno {
        case ENOENT, ENOTDIR:
            Status(.notFound, "\(path) cannot be \(what): it is not there, or its folder is not.")
        case EACCES, EPERM: Status(.permissionDenied, "\(path) may not be \(what).")
        case ENOSPC:
            Status(.resourceExhausted, "The disk that \(path) is on has no room for the copy.")
        default: Status(.failedPrecondition, "\(path) cannot be \(what): error \(errno).")
        }
    }
}
