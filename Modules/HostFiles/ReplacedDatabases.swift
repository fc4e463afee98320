import CivilTime

/// The databases that were replaced by restores, in the folder of the present one.
package struct ReplacedDatabases: Sendable {
    package let database: String

    /// The files that SQLite writes beside a database.
    package static let companions = ["-wal", "-shm"]

    package init(database: String) { self.database = database }

    /// The path of a database that a restore replaces. `now` is in milliseconds since 1970.
    package func path(replacedAt now: Int64) -> String { prefix + Self.stamp(of: now) }

    /// The paths of the databases without their logs, newest first.
    package var paths: [String] {
        let folder = String(database[..<(database.lastIndex(of: "/") ?? database.startIndex)])
        return Files.names(in: folder).map { "\(folder)/\($0)" }
            .filter { $0.hasPrefix(prefix) && !Self.companions.contains(where: $0.hasSuffix) }
            .sorted { (stamp($0), $0) > (stamp($1), $1) }
    }

    /// The part of a file name that encodes a time in milliseconds since 1970, as 20261122T101500.
    package static func stamp(of ms: Int64) -> String {
        String(instantText(ms).prefix(19).filter { $0.isNumber || $0 == "T" })
    }

    /// The part of a path that encodes the time of the restore.
    package func stamp(_ path: String) -> String {
        String(path.dropFirst(prefix.count).prefix(15))
    }

    private var prefix: String { "\(database).kept-" }
}
