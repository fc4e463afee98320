import Contracts
import GRDB
import StorageCore

/// Finds the stored photos that records name, in all profiles.
enum NamedPhotos {
    /// The texts that can name photos: entries, the trash, and both for steps that can be undone or
    /// redone.
    private static let texts = """
        SELECT photos FROM entry WHERE photos IS NOT NULL
        UNION ALL SELECT photos FROM displaced_entry WHERE photos IS NOT NULL
        UNION ALL SELECT body FROM tracked WHERE kind = 'deletedEntry'
        UNION ALL SELECT body FROM displaced_document WHERE kind = 'deletedEntry'
        UNION ALL SELECT coalesce(before, '') || coalesce(after, '') FROM step
            JOIN change ON change.profile_id = step.profile_id
                AND change.number BETWEEN step.first_change AND step.last_change
            WHERE change.kind IN ('entry', 'deletedEntry')
        """

    /// The names among `candidates` that a record names, sorted.
    static func named(among candidates: [String], _ db: Database) throws -> [String] {
        let candidates = Set(candidates)
        var found: Set<String> = []
        let rows = try String.fetchCursor(db, sql: texts)
        while let text = try rows.next() {
            for name in PhotoName.names(in: text) where candidates.contains(name) {
                found.insert(name)
            }
        }
        return found.sorted()
    }
}
