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
        var replaced: String?
        if exists {
            let target = ReplacedDatabases(database: home.database).path(replacedAt: now)
            guard rename(home.database, target) == 0 else {
                throw DatabaseFault.unusable(
                    path: home.database, reason: "it cannot be renamed to \(target)")
            }
            for companion in ReplacedDatabases.companions {
                rename(home.database + companion, target + companion)
            }
            replaced = target
        }
        CommitRecord.remove(database: home.database)
        guard rename(movingPath, home.database) == 0 else {
            throw DatabaseFault.unusable(
                path: home.database, reason: "the moved file cannot be renamed to it")
        }
        try Files.syncFolder(of: home.database)
        return replaced
    }
}
