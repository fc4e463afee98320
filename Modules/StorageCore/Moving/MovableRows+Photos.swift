package import Contracts

extension MovableRows {
    /// The photos that the records and the change log of a profile name, sorted.
    package func photosNamed(by profile: Int64) async throws -> [PhotoName] {
        let texts: [(table: MovedTable, columns: [String])] = [
            (.entry, ["photos"]), (.displacedEntry, ["photos"]), (.tracked, ["body"]),
            (.displacedDocument, ["body"]), (.change, ["before", "after"]),
        ]
        var names: Set<String> = []
        for (table, columns) in texts {
            let indices = columns.compactMap(table.index(of:))
            try await read(table, of: profile) { rows in
                for text in rows.flatMap({ row in indices.compactMap { row[$0].text } }) {
                    names.formUnion(PhotoName.names(in: text))
                }
            }
        }
        return names.sorted().compactMap { PhotoName($0) }
    }
}
