import Contracts
import GRDB
import StorageCore

/// The changes that publishing the staged chunks of an import makes.
struct StagedChanges {
    private(set) var days = ChunkChanges()
    /// Staged chunks that equal the published ones.
    private(set) var unchanged: [ChunkPosition] = []
    /// Chunks that become empty.
    private(set) var emptied: [ChunkPosition] = []
    /// Rows of `chunk_data` to delete: staged ones that are not published, and replaced ones.
    private(set) var freedData: [Int64] = []

    /// Compares the staged chunks, to be published to `tier`, with the published ones.
    init(of staged: StagedChunks, in tier: Tier, _ db: Database) throws {
        let list = try BulkStatement(
            db,
            """
            SELECT staged.series_id, staged.segment, staged.first, staged.last, staged.count,
                staged.data_id, \(tier.rawValue).data_id,
                coalesce(recent.first, settled.first), coalesce(recent.last, settled.last),
                coalesce(recent.hash_high, settled.hash_high) = staged.hash_high
                    AND coalesce(recent.hash_low, settled.hash_low) = staged.hash_low
            FROM staged_chunk AS staged
            LEFT JOIN recent_chunk AS recent USING (profile_id, series_id, segment)
            LEFT JOIN settled_chunk AS settled USING (profile_id, series_id, segment)
            WHERE staged.profile_id = ? AND import_id = ?
            ORDER BY staged.series_id, staged.segment
            """)
        try list.start(staged.profile, staged.importID)
        while try list.next() { add(list) }
    }

    /// Adds a row of the comparison. The count of a published chunk is not read.
    private mutating func add(_ row: borrowing BulkStatement) {
        let position = ChunkPosition(series: row.int64(0), segment: row.int64(1))
        let staged = ChunkExtent(first: row.int64(2), last: row.int64(3), count: row.int64(4))
        let (stagedData, replacedData) = (row.int64(5), row.isNull(6) ? nil : row.int64(6))
        let published =
            row.isNull(7) ? nil : ChunkExtent(first: row.int64(7), last: row.int64(8), count: 0)
        let isEqual = row.int64(9) != 0

        switch days.add(position, staged: staged, published: published, isEqual: isEqual) {
        case .emptied:
            emptied.append(position)
            freedData.append(stagedData)
        case .unchanged:
            unchanged.append(position)
            freedData.append(stagedData)
        case .replaced:
            if let replacedData { freedData.append(replacedData) }
        }
    }
}
