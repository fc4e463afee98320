package import HostFiles
import Memberwise
package import RPC

/// A line of output of the program that moves the data of a home: one of progress, report and failure.
@Memberwise
package struct MoveLine: Codable, Sendable {
    /// The present step, as a sentence.
    package var progress: String? = nil
    package var report: MoveReport? = nil
    package var failure: Status? = nil
}

/// The result of moving the data of a home to another engine.
@Memberwise
package struct MoveReport: Codable, Hashable, Sendable {
    @Memberwise
    package struct Profile: Codable, Hashable, Sendable {
        package var name: String
        /// The number of rows, all of which were compared.
        package var rows: Int
        /// The number of calls whose answers were compared; nil in a dry run.
        package var answers: Int?
        /// True if the numbers of changes and imports differ from those in the database before.
        package var isRenumbered: Bool? = nil
    }

    /// The database that has the data.
    package var from: String
    /// The database to which the data is moved.
    package var to: String
    /// True if nothing is moved.
    package var isDryRun: Bool
    package var profiles: [Profile]
    /// True if the home uses the new database from now on.
    package var isSwitched: Bool
    /// The path of the file that was replaced; nil: none.
    package var replacedFile: String? = nil
    /// Sentences about data that is not moved, or not deleted.
    package var notes: [String]
}

/// An unfinished move to a database server, in the home: the identifiers that the profiles have there. A
/// repeated move continues with them.
@Memberwise
package struct MoveState: Codable, Hashable, Sendable {
    package var server: DatabaseServer
    /// Identifiers by the names of profiles.
    package var profiles: [String: Int64] = [:]

    /// - Returns: Nil if no move is unfinished.
    package static func read(_ home: Home) throws -> Self? {
        guard let bytes = try Files.readIfPresent(home.moveState, limit: 64 << 20) else {
            return nil
        }
        return try JSONBody.decode(Self.self, from: Bytes(bytes))
    }

    package func write(to home: Home) throws {
        try Files.writeAtomically(
            try JSONBody.encode(self).array(of: UInt8.self), to: home.moveState)
    }
}
