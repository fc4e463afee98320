import Contracts
import GRDB

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
    private static let nameLength = 68

    /// The names among `candidates` that a record names, sorted.
    static func named(among candidates: [String], _ db: Database) throws -> [String] {
        let candidates = Set(candidates)
        var found: Set<String> = []
        let rows = try String.fetchCursor(db, sql: texts)
        while let text = try rows.next() {
            for name in names(in: text) where candidates.contains(name) { found.insert(name) }
        }
        return found.sorted()
    }

    /// The names of stored photos within a JSON text, where each is a string.
    private static func names(in text: String) -> [String] {
        text.split(separator: "\"").filter { $0.utf8.count == nameLength }
            .compactMap { PhotoName(String($0))?.text }
    }
}
