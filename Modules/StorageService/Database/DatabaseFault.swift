import GRDB
import RPC

/// A fault of the database or its file.
enum DatabaseFault: Error, Hashable {
    case notDurable
    case newerSchema(found: Int, supported: Int)
    /// The database was written before the first release.
    case developmentSchema(found: Int)
    case otherProgram
    case full(path: String)
    case readOnly(path: String)
    /// Storage is read-only; the reason is a sentence for people.
    case queriesOnly(reason: String)
    /// The home follows the one at this address.
    case replica(primary: String)
    /// Another home was promoted in place of this one.
    case superseded(file: String?)
    case damaged(path: String)
    case locked(path: String)
    /// The disk reported an input/output error.
    case disk(path: String, isWriting: Bool)
    case unusable(path: String, reason: String)
    case rejected(String)
    /// A stored row cannot be decoded.
    case unreadableRow(reason: String)
}

extension DatabaseFault {
    init(_ error: DatabaseError, path: String) {
        switch error.extendedResultCode {
        case .SQLITE_IOERR_SHMSIZE: self = .full(path: path)
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC,
            .SQLITE_IOERR_TRUNCATE, .SQLITE_IOERR_DELETE:
            self = .disk(path: path, isWriting: true)
        default: self.init(primary: error, path: path)
        }
    }

    private init(primary error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_IOERR: self = .disk(path: path, isWriting: false)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN: self = .readOnly(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked(path: path)
        case .SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG:
            self = .rejected(error.message ?? "\(error.resultCode)")
        default:
            self = .unusable(
                path: path, reason: error.message ?? "SQLite's code \(error.resultCode.rawValue)")
        }
    }

    /// True if a database with this fault may still be read.
    var canAnswerQueries: Bool {
        switch self {
        case .full, .readOnly: true
        default: false
        }
    }
}

extension DatabaseFault: StatusConvertible {
    var status: Status {
        switch self {
        case .notDurable:
            Status(
                .failedPrecondition,
                "SQLite did not accept the setting PRAGMA synchronous, so committed writes might be lost."
            )
        case .newerSchema(let found, let supported):
            Status(
                .failedPrecondition,
                "The database has schema version \(found); this program supports versions up to "
                    + "\(supported).",
                hint: "Update Dayline, or set DAYLINE_HOME to another folder.")
        case .developmentSchema(let found):
            // Short enough to be printed in full with the text about the worker before it.
            Status(
                .failedPrecondition,
                "The database has the development schema \(found), which is not supported.",
                hint: "Export it with its version (dayline export FILE), and import into a new "
                    + "home (dayline import FILE --as dayline-json).")
        case .otherProgram:
            Status(
                .failedPrecondition, "The database file belongs to another program.",
                hint: "Set DAYLINE_HOME to another folder.")
        case .full(let path):
            Status(
                .resourceExhausted, "The disk is full: \(path) cannot grow.",
                hint: "Free some space and try again; acknowledged changes are not lost.")
        case .readOnly(let path):
            Status(
                .failedPrecondition, "The database \(path) cannot be opened for writing.",
                hint: "Check the owner of the file and of its folder, and how the disk is mounted.")
        case .queriesOnly(let reason):
            Status(
                .failedPrecondition,
                "Nothing can be changed because storage is read-only: \(reason)",
                hint:
                    "Remove the cause, then stop Dayline with: dayline down, and start it with: dayline up"
            )
        case .replica(let primary):
            Status(
                .failedPrecondition,
                "Nothing can be changed here: this home is a replica of \(primary).",
                hint:
                    "Use the command with --remote \(primary) and a key file, or accept changes here "
                    + "from now on with: dayline promote")
        case .superseded(let file):
            Status(
                .failedPrecondition,
                "Nothing can be changed here: another home was promoted in place of this one."
                    + (file.map { " The changes that only this home has are in \($0)." } ?? ""),
                hint: "Follow the other home with: dayline follow tcp://HOST:PORT --key FILE")
        case .damaged(let path):
            Status(
                .dataLoss, "The database \(path) is damaged.",
                hint:
                    "Restore a backup with: dayline restore FILE. To start with an empty database instead, "
                    + "move the file and its -wal file away.")
        case .locked(let path):
            Status(
                .unavailable, "The database \(path) is locked by another program.",
                hint: "Close that program and try again.")
        case .disk(let path, let isWriting):
            Status(
                .internal,
                "The disk failed while \(path) was \(isWriting ? "written" : "read"): "
                    + "input/output error.",
                hint:
                    "See what the system reports with: dmesg | tail. Then check the database with: "
                    + "dayline doctor")
        case .unusable(let path, let reason):
            Status(
                .internal, "The database \(path) cannot be used: \(reason).",
                hint: "Check it with: dayline doctor")
        case .rejected(let reason):
            Status(.invalidArgument, "The database rejected a value: \(reason).")
        case .unreadableRow(let reason):
            Status(
                .dataLoss, "A stored row cannot be read: \(reason).",
                hint: "See which rows another program changed with: dayline doctor")
        }
    }
}
