import Contracts
import Glibc
package import HostFiles
package import RPC

/// A backup that replaces the database when storage starts.
package struct PendingRestore: Sendable {
    private let home: Home
    private let path: String

    /// The signature of an SQLite database.
    private static let signature = Array("SQLite format 3\u{0}".utf8)

    /// - Parameters:
    ///   - path: The backup.
    ///   - home: The home whose database is replaced.
    package init(of path: String, in home: Home) {
        self.path = path
        self.home = home
    }

    /// Checks that a backup can replace the data of a home. `database` is the server with the data; nil: the
    /// data is in the home.
    /// - Throws: FAILED_PRECONDITION for a replica, and for data on a server.
    package static func requireReplaceable(
        _ home: Home, _ database: DatabaseServer?
    ) throws(Status) {
        if home.isReplica {
            throw Status(
                .failedPrecondition,
                "This home is a replica, whose data is that of its primary.",
                hint: "Restore the backup on the machine of the primary.")
        }
        if let database {
            throw Status(
                .failedPrecondition,
                "The data is in \(database.text), where dayline restore cannot replace it.",
                hint: "Restore a dump with: pg_restore --clean --if-exists --dbname ADDRESS FILE")
        }
    }

    /// Checks the signature.
    /// - Returns: The first bytes of the file.
    /// - Throws: NOT_FOUND, or FAILED_PRECONDITION if it is not a backup.
    @discardableResult
    func checkSignature() throws(Status) -> [UInt8] {
        guard Files.canonicalPath(path) != nil else {
            throw Status(
                .notFound, "There is no file \(path).",
                hint: "Write a backup with: dayline backup FILE")
        }
        let head = Files.head(of: path)
        guard head.starts(with: Self.signature) else {
            throw Status(
                .failedPrecondition, "\(path) is not a backup of Dayline.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
        return head
    }

    /// Copies the backup into the home, whose folder is created if it does not exist.
    /// - Parameter isExamined: True if storage has read the backup. Otherwise its length is checked.
    /// - Throws: NOT_FOUND, FAILED_PRECONDITION if it is not a backup, DATA_LOSS if it is incomplete.
    package func prepare(isExamined: Bool) throws {
        let head = try checkSignature()
        if !isExamined { try checkLength(head) }
        try Files.createPrivateFolder(home.folder)
        try Files.copyPrivate(path, to: home.pendingRestore)
    }

    /// Checks the file's length against the page size and the page count of its header.
    private func checkLength(_ head: [UInt8]) throws(Status) {
        var status = stat()
        guard head.count >= 100, stat(path, &status) == 0 else {
            throw Status(.dataLoss, "\(path) is truncated.", hint: "Nothing was changed.")
        }
        let page = Self.number(head[16..<18])
        let length = (page == 1 ? 65_536 : page) * Self.number(head[28..<32])
        guard Int64(status.st_size) == length else {
            throw Status(
                .dataLoss,
                "\(path) is incomplete: it has \(status.st_size) of \(length) bytes.",
                hint: "Nothing was changed. Name a file that dayline backup wrote.")
        }
    }

    /// A big-endian number of the SQLite header.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int64 {
        bytes.reduce(0) { $0 << 8 | Int64($1) }
    }
}
