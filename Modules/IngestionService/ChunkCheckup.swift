import CivilTime
import Contracts
import RPC
import Samples
import Synchronization

/// Looks into every chunk of every profile: whether it can be read, and is what was stored.
struct ChunkCheckup: Sendable {
    let storage: Client

    private struct Counts: Sendable {
        var chunks = 0
        var samples = 0
        var damaged: [(chunk: ChunkRecord, metric: String)] = []
    }

    /// Damaged chunks that are named one by one.
    private static let named = 5

    /// `isRepairing` puts damaged chunks aside.
    func run(isRepairing: Bool) async throws -> Checkups.Check {
        var chunks = 0
        var samples = 0
        var samplesLost = 0
        var damaged: [String] = []
        for profile in try await storage.call(Profiles.list, Empty()).profiles {
            let options = CallOptions(deadline: .never, profile: profile.name)
            let found = try await tally(options)
            chunks += found.chunks
            samples += found.samples
            for (chunk, metric) in found.damaged {
                let day = instantText(chunk.first).prefix(10)
                samplesLost += Int(chunk.count)
                damaged.append("\(metric) of \(profile.name) from \(day) on")
                if isRepairing { try await archiveDamaged(chunk, options) }
            }
        }
        guard !damaged.isEmpty else {
            return Checkups.Check(
                "chunks", ok: true,
                "\(samples) samples in \(chunks) chunks are as they were stored.")
        }
        let names = damaged.prefix(Self.named).joined(separator: ", ")
        let rest = damaged.count > Self.named ? " and \(damaged.count - Self.named) more" : ""
        return Checkups.Check(
            "chunks", ok: isRepairing,
            isRepairing
                ? "Damaged chunks were put aside, and the days show less by \(samplesLost) samples: "
                    + "\(names)\(rest). Bring them back with an export that has them: dayline import FILE"
                : "Damaged chunks with \(samplesLost) samples: \(names)\(rest). Put them aside with: dayline "
                    + "doctor --repair",
            isLossy: isRepairing ? true : nil)
    }

    private func tally(_ options: CallOptions) async throws -> Counts {
        let state = Mutex(Counts())
        let listing = try await storage.call(Days.metrics, Empty(), options)
        for item in listing.metrics {
            let range = Folds.ChunksRequest(metric: item.metric, from: .min, to: .max)
            _ = try await storage.stream(Folds.chunks, range, options) { page in
                let chunks = try [ChunkRecord](columns: page.columns)
                state.withLock { tally in
                    for chunk in chunks {
                        tally.chunks += 1
                        tally.samples += Int(chunk.count)
                        if !Self.isSound(chunk) { tally.damaged.append((chunk, item.metric)) }
                    }
                }
            }
        }
        return state.withLock { $0 }
    }

    private func archiveDamaged(_ chunk: ChunkRecord, _ options: CallOptions) async throws {
        let damaged = Checkups.SetAsideRequest(
            series: chunk.series, segment: chunk.segment,
            hash: ChunkHash(high: chunk.hashHigh, low: chunk.hashLow))
        _ = try await storage.call(Checkups.isolateChunk, damaged, options)
    }

    /// Whether a chunk can be read, and its row says of it what is true.
    static func isSound(_ chunk: ChunkRecord) -> Bool {
        let decoded = try? chunk.data.withUnsafeBytes { bytes throws(ChunkError) in
            try ChunkCodec.decode(bytes)
        }
        guard let columns = decoded else { return false }
        let hash = ContentHash(columns)
        return hash.high == chunk.hashHigh && hash.low == chunk.hashLow
            && columns.count == Int(chunk.count) && columns.starts.first == chunk.first
            && columns.ends.max() == chunk.last
            && columns.starts.allSatisfy { Segment.number(of: $0) == chunk.segment }
    }
}
