package import Contracts
import Memberwise
import RPC

/// A chunk to which an import added samples.
@Memberwise
package struct ChunkAddition: Hashable, Sendable {
    package var importID: Int64
    package var position: ChunkPosition
}

/// The samples that an import added to a chunk. Of the statistics of `chunk` only the count is set. If `chunk`
/// has no data, the import inserted the chunk, and all its samples are added.
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

    /// Pages of about `limit` bytes that have all additions of their chunks. The additions to a chunk are
    /// adjacent.
    func pages(ofBytes limit: Int) -> [ArraySlice<AddedChunk>] {
        var pages: [ArraySlice<AddedChunk>] = []
        var start = 0
        var bytes = 0
        for index in indices {
            let next = self[index].chunk.data.count
            if index > start, self[index].position != self[index - 1].position,
                bytes + next > limit
            {
                pages.append(self[start..<index])
                (start, bytes) = (index, 0)
            }
            bytes += next
        }
        if start < count { pages.append(self[start...]) }
        return pages
    }
}

extension AddedChunk {
    fileprivate var position: ChunkPosition {
        ChunkPosition(series: chunk.series, segment: chunk.segment)
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
