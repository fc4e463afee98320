import Contracts
import GRDB
import StorageCore

/// An erased profile, as other copies of its data have it.
struct ErasedProfile: Sendable {
    /// A profile and its first change. Restores can reuse identifiers, but not together with the first change.
    private struct Identity: Hashable {
        var id: Int64
        var number: Int64?
        var at: Int64?

        init(_ row: ProfileRow, _ db: Database) throws {
            let first = try ChangeLog.first(of: row.id, db)
            (id, number, at) = (row.id, first?.number, first?.at)
        }
    }

    let name: String
    /// The earlier names of the profile, sorted.
    let earlierNames: [String]
    /// The names of the other profiles.
    let otherNames: [String]
    /// Nil if an earlier request has erased the profile.
    private let identity: Identity?
    private let others: Set<Identity>

    /// A profile that is going to be erased, or was erased by an earlier request that is repeated.
    init(named name: String, _ db: Database) throws {
        let row: ProfileRow?
        do {
            row = try ProfileRow.named(name, db)
        } catch StorageError.noProfile {
            row = nil
        }
        let rows = try ProfileRow.all(db).filter { $0.id != row?.id }
        self.name = row?.name ?? name
        otherNames = rows.map(\.name)
        earlierNames =
            try row.map { try ChangeLog.renames(of: $0, db).earlierNames(of: $0.name) } ?? []
        identity = try row.map { try Identity($0, db) }
        others = Set(try rows.map { try Identity($0, db) })
    }

    /// The rows of the profile in a replaced database, also under an earlier name, and those of its name that
    /// are of no other profile.
    func rows(in db: Database) throws -> [ProfileRow] {
        try ProfileRow.all(db).filter { row in
            let other = try Identity(row, db)
            return other == identity || row.name == name && !others.contains(other)
        }
    }
}
