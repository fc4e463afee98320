import Contracts
import Folding
import RPC
import Samples

/// The ranges and samples that a file covers, to determine at its end the stored samples that it no
/// longer has.
///
/// A series is covered from its first to its last start in the file. Most chunks of a newer export
/// equal the stored ones and cost only their identity; the samples of others are kept in a scratch file.
struct Coverage {
    private(set) var ranges: [SeriesKey: ClosedRange<Int64>] = [:]
    var rows = RowCoverage()
    /// Chunks whose stored samples are all in the file.
    private var complete: Set<ChunkIdentity> = []
    private var pieces: [ChunkIdentity: [Range<Int64>]] = [:]
    private let file: ScratchFile
    private var end: Int64 = 0

    init(folder: String) throws {
        file = try ScratchFile(folder: folder)
    }

    /// Extends the range of a series by normalized samples.
    mutating func cover(_ columns: SampleColumns, _ key: SeriesKey) {
        guard let first = columns.starts.first, let last = columns.starts.last else { return }
        let range = ranges[key] ?? first...first
        ranges[key] = min(range.lowerBound, first)...max(range.upperBound, last)
    }

    /// Records that the file has all stored samples of a chunk.
    mutating func markComplete(_ identity: ChunkIdentity) {
        complete.insert(identity)
        pieces[identity] = nil
    }

    /// Records samples that the file has of a stored chunk.
    mutating func append(_ columns: SampleColumns, of identity: ChunkIdentity) throws(Status) {
        guard !complete.contains(identity) else { return }
        let data = Bytes(ChunkCodec.encode(columns))
        try file.write(data, at: end)
        let next = end + Int64(data.count)
        pieces[identity, default: []].append(end..<next)
        end = next
    }

    /// True if the file may lack samples of the chunk.
    func canHaveMissing(_ identity: ChunkIdentity) -> Bool {
        guard let range = ranges[identity.key], !complete.contains(identity) else { return false }
        return Segment.number(of: range.lowerBound) <= identity.segment
            && identity.segment <= Segment.number(of: range.upperBound)
    }

    /// Indices of the stored samples that the file covers and does not have.
    func missing(
        from stored: SampleColumns, of identity: ChunkIdentity
    ) throws(Status) -> Set<Int> {
        guard let range = ranges[identity.key] else { return [] }
        var covered = SampleColumns()
        for range in pieces[identity] ?? [] {
            let piece = try StoredChunkDecoder.decoded(
                try file.read(range), of: identity.key.metric)
            covered = covered.isEmpty ? piece : ChunkMerge(stored: covered, new: piece).columns
        }
        return stored.indices(missingFrom: covered, startingIn: range)
    }
}
