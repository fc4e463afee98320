import GRDB
package import RPC

/// What can be wrong with the database or with what is asked of it.
package enum StorageError: Error, Hashable {
    case notDurable
    case newerSchema(found: Int, supported: Int)
    case full(path: String)
    case unusable(path: String, reason: String)
    case damaged(path: String)
    case noProfile(String)
    case profileExists(String)
    case lastProfile
    case noImport(Int64)
    case changedSince(metric: String)
}

extension StorageError {
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(path: path)
        default: self = .unusable(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }
}

extension StorageError: StatusConvertible {
    package var status: Status {
        switch self {
        case .notDurable:
            Status(.failedPrecondition, "The database does not promise durable writes.")
        case .newerSchema(let found, let supported):
            Status(
                .failedPrecondition,
                "The database is at version \(found); this Dayline reads up to \(supported).",
                hint: "Update Dayline, or point DAYLINE_HOME at another folder.")
        case .full(let path):
            Status(
                .resourceExhausted, "The disk is full: \(path) cannot grow.",
                hint: "Free some space and run it again; what was acknowledged is kept.")
        case .unusable(let path, let reason):
            Status(.failedPrecondition, "The database \(path) cannot be used: \(reason).")
        case .damaged(let path):
            Status(
                .dataLoss, "The database \(path) is damaged.",
                hint: "Restore a backup, or move the file away to begin anew.")
        case .noProfile(let name):
            Status(
                .notFound, "There is no profile called \"\(name)\".",
                hint: "Add it with: dayline profile add \(name)")
        case .profileExists(let name):
            Status(.alreadyExists, "There is a profile called \"\(name)\" already.")
        case .lastProfile:
            Status(.failedPrecondition, "The default profile stays.")
        case .noImport(let id):
            Status(
                .notFound, "There is no import \(id).", hint: "See them with: dayline imports")
        case .changedSince(let metric):
            Status(.aborted, "Samples of \(metric) changed since the task was given.")
        }
    }
}
