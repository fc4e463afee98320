import Glibc
package import HostFiles

/// The database file of a home while its data is moved.
package struct SQLiteInstallation: Sendable {
    private let home: Home

    package init(_ home: Home) { self.home = home }

    /// The path of a file that a move writes.
    package var movingPath: String { home.database + ".moving" }

    /// True if the home has a database file.
    package var exists: Bool { access(home.database, F_OK) == 0 }

    /// Removes what an interrupted move has left.
    package func removeMoving() {
        for suffix in ["", "-journal"] + ReplacedDatabases.companions {
            unlink(movingPath + suffix)
        }
    }

    /// Makes the moved file the database of the home.
    /// - Returns: The path of the file that it replaced, which is kept; nil: no file existed.
    package func install(now: Int64) throws -> String? {
        let replaced = try ReplacedDatabases(database: home.database).renameFiles(at: now)
        CommitRecord.remove(database: home.database)
        guard rename(movingPath, home.database) == 0 else {
            throw DatabaseFault.unusable(
                path: home.database, reason: "the moved file cannot be renamed to it")
        }
        try Files.syncFolder(of: home.database)
        return replaced
    }
}
