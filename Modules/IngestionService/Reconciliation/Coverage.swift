import Contracts
import Folding
import RPC
import Samples

/// What a file has of the series that it speaks of, so that at its end can be told what it no longer
/// has.
///
/// A series is covered from its first to its last start in the file. Most chunks of a newer export are
/// exactly those that are stored, and cost a name here; the samples of others wait in a file.
struct Coverage {
    private(set) var ranges: [SeriesKey: ClosedRange<Int64>] = [:]
    var rows = RowCoverage()
    /// Chunks all of whose stored samples were met.
    private var complete: Set<ChunkIdentity> = []
    private var pieces: [ChunkIdentity: [Range<Int64>]] = [:]
    private let file: ScratchFile
    private var end: Int64 = 0

    init(folder: String) throws {
        file = try ScratchFile(folder: folder)
    }

    /// Samples of a chunk, normal and not empty, are in the file.
    mutating func cover(_ columns: SampleColumns, _ key: SeriesKey) {
        guard let first = columns.starts.first, let last = columns.starts.last else { return }
        let range = ranges[key] ?? first...first
        ranges[key] = min(range.lowerBound, first)...max(range.upperBound, last)
    }

    /// They are all that is stored of the chunk.
    mutating func markComplete(_ name: ChunkIdentity) {
        complete.insert(name)
        pieces[name] = nil
    }

    /// They are a part of what the file has of a chunk that is stored.
    mutating func append(_ columns: SampleColumns, of name: ChunkIdentity) throws(Status) {
        guard !complete.contains(name) else { return }
        let data = Bytes(ChunkCodec.encode(columns))
        try file.write(data, at: end)
        let next = end + Int64(data.count)
        pieces[name, default: []].append(end..<next)
        end = next
    }

    /// Whether something of the chunk may be missing from the file.
    func canHaveMissing(_ name: ChunkIdentity) -> Bool {
        guard let range = ranges[name.key], !complete.contains(name) else { return false }
        return Segment.number(of: range.lowerBound) <= name.segment
            && name.segment <= Segment.number(of: range.upperBound)
    }

    /// The samples of a stored chunk that the file covers and does not have.
    func missing(from stored: SampleColumns, of name: ChunkIdentity) throws(Status) -> Set<Int> {
        guard let range = ranges[name.key] else { return [] }
        var own = SampleColumns()
        for place in pieces[name] ?? [] {
            let piece = try StoredChunkDecoder.decoded(try file.read(place), of: name.key.metric)
            own = own.isEmpty ? piece : Merging(stored: own, new: piece).columns
        }
        return stored.indices(missingFrom: own, startingIn: range)
    }
}
