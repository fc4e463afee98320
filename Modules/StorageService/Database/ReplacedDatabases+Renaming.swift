import Glibc
import HostFiles

extension ReplacedDatabases {
    /// Renames the files of the database, so that another one can get its name. `now` is in milliseconds since
    /// 1970.
    ///
    /// An interrupted call may have left files without their database. They are renamed too: SQLite would
    /// apply a log to the other database.
    ///
    /// - Returns: The path of the renamed database; nil if it did not exist.
    /// - Throws: If the database cannot be renamed.
    func renameFiles(at now: Int64) throws(DatabaseFault) -> String? {
        let target = Self.freeName(path(replacedAt: now))
        let exists = access(database, F_OK) == 0
        guard !exists || rename(database, target) == 0 else {
            throw .unusable(path: database, reason: "it cannot be renamed to \(target)")
        }
        for companion in Self.companions { rename(database + companion, target + companion) }
        return exists ? target : nil
    }

    /// The name, with a number appended if a file of the name exists.
    private static func freeName(_ name: String) -> String {
        guard access(name, F_OK) == 0 else { return name }
        var number = 2
        while access("\(name)-\(number)", F_OK) == 0 { number += 1 }
        return "\(name)-\(number)"
    }
}
