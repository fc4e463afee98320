import CivilTime
import Contracts
import GRDB
import HostFiles
import Memberwise
import RPC
import StorageCore

/// The changes of a superseded home that the promoted home does not have, in a file of the home.
enum SupersededChanges {
    private static let pageSize = 1000

    /// Writes the file, unless there are no such changes.
    ///
    /// - Parameters:
    ///   - number: The newest change that the promoted home has.
    ///   - epoch: The epoch of the promoted home.
    ///   - now: The current time in milliseconds since 1970.
    ///   - database: The path of the database, beside which the file is written.
    ///   - db: The database.
    /// - Returns: The number of changes, and the name of the file; nil without changes.
    /// - Throws: An error of the database or of the file.
    static func write(
        after number: Int64, epoch: Int64, now: Int64, database: String, _ db: Database
    ) throws -> (count: Int, name: String?) {
        var changes: [Changes.Change] = []
        var last = number
        while true {
            let page = try ChangeLog.since(last, profile: nil, limit: pageSize, db)
            guard let newest = page.last else { break }
            changes += page
            last = newest.number
        }
        guard !changes.isEmpty else { return (0, nil) }
        let name = "superseded-\(epoch).json"
        let document = SupersededDocument(
            epoch: epoch, after: number, at: instantText(now), changes: changes)
        try Files.writeAtomically(
            try JSONBody.encode(document).array(of: UInt8.self),
            to: "\(Files.folder(of: database))/\(name)")
        return (changes.count, name)
    }
}
