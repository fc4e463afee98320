package import Contracts
import Memberwise
import RPC

/// A chunk to which an import added samples.
@Memberwise
package struct ChunkAddition: Hashable, Sendable {
    package var importID: Int64
    package var position: ChunkPosition
}

/// The samples that an import added to a chunk. Of the statistics of `chunk` only the count is set; without
/// data, the import inserted the chunk.
@Memberwise
package struct AddedChunk: Hashable, Sendable {
    package var importID: Int64
    package var chunk: ChunkRecord
}

extension [AddedChunk] {
    /// The columns of ``ImportLog/added``.
    var columns: [RPC.Column] {
        map(\.chunk).columns + [RPC.Column("import", map(\.importID))]
    }
}

extension [ChunkAddition] {
    /// Pages of about `limit` additions that have all additions of their chunks.
    func pages(of limit: Int) -> [ArraySlice<ChunkAddition>] {
        var pages: [ArraySlice<ChunkAddition>] = []
        var start = 0
        while start < count {
            var end = Swift.min(start + limit, count)
            while end < count, self[end].position == self[end - 1].position { end += 1 }
            pages.append(self[start..<end])
            start = end
        }
        return pages
    }
}
