import GRDB
import RPC

/// What can be wrong with the database, or with its file.
enum DatabaseFault: Error, Hashable {
    case notDurable
    case newerSchema(found: Int, supported: Int)
    case notOurs
    case full(path: String)
    case readOnly(path: String)
    /// Storage answers queries only, for a reason in words.
    case queriesOnly(reason: String)
    case damaged(path: String)
    case locked(path: String)
    /// The disk could not read, or write, what was asked of it.
    case disk(path: String, isWriting: Bool)
    case unusable(path: String, reason: String)
    case rejected(String)
    /// A stored row does not have the form of what it is.
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
                "The database cannot promise that what it has written stays written.")
        case .newerSchema(let found, let supported):
            Status(
                .failedPrecondition,
                "The database is of version \(found), and this Dayline knows versions up to "
                    + "\(supported).",
                hint: "Update Dayline, or point DAYLINE_HOME at another folder.")
        case .notOurs:
            Status(
                .failedPrecondition, "The database file belongs to another program.",
                hint: "Point DAYLINE_HOME at another folder.")
        case .full(let path):
            Status(
                .resourceExhausted, "The disk is full: \(path) cannot grow.",
                hint: "Free some space and run it again; what was acknowledged is kept.")
        case .readOnly(let path):
            Status(
                .failedPrecondition, "The database \(path) cannot be opened for writing.",
                hint: "Check who owns the file and its folder, and how the disk is mounted.")
        case .queriesOnly(let reason):
            Status(
                .failedPrecondition, "Storage is read-only, so nothing can be changed: \(reason)",
                hint: "Remove the cause, then start Dayline again after: dayline down")
        case .damaged(let path):
            Status(
                .dataLoss, "The database \(path) is damaged.",
                hint:
                    "Put a backup in its place with dayline restore FILE, or move the file and what lies "
                    + "beside it away to begin anew.")
        case .locked(let path):
            Status(
                .unavailable, "Another program holds the database \(path).",
                hint: "Close it and try again.")
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
            Status(.invalidArgument, "The database does not take that: \(reason).")
        case .unreadableRow(let reason):
            Status(
                .dataLoss, "A stored row cannot be read: \(reason).",
                hint: "See which rows something else changed with: dayline doctor")
        }
    }
}
