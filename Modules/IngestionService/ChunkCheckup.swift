import CivilTime
import Contracts
import RPC
import Samples
import Synchronization

/// Decodes every chunk of every profile, and compares it with its hash and its row.
struct ChunkCheckup: Sendable {
    let storage: Client

    private struct Counts: Sendable {
        var chunks = 0
        var samples = 0
        var damaged: [(chunk: ChunkRecord, metric: String)] = []
    }

    /// Damaged chunks that are listed by name.
    private static let namedLimit = 5

    /// Checks all chunks. `isRepairing` moves the damaged ones out of the way of answers.
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
                if isRepairing { try await isolate(chunk, options) }
            }
        }
        guard !damaged.isEmpty else {
            return Checkups.Check(
                "chunks", ok: true,
                "\(samples) samples in \(chunks) chunks are intact.")
        }
        let names = damaged.prefix(Self.namedLimit).joined(separator: ", ")
        let rest =
            damaged.count > Self.namedLimit ? " and \(damaged.count - Self.namedLimit) more" : ""
        return Checkups.Check(
            "chunks", ok: isRepairing,
            isRepairing
                ? "Damaged chunks with \(samplesLost) samples were isolated: \(names)\(rest). "
                    + "Restore the samples with an export that has them: dayline import FILE"
                : "Damaged chunks with \(samplesLost) samples: \(names)\(rest). "
                    + "Isolate them with: dayline doctor --repair",
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
                        if !Self.isIntact(chunk) { tally.damaged.append((chunk, item.metric)) }
                    }
                }
            }
        }
        return state.withLock { $0 }
    }

    private func isolate(_ chunk: ChunkRecord, _ options: CallOptions) async throws {
        let damaged = Checkups.IsolateChunkRequest(
            series: chunk.series, segment: chunk.segment,
            hash: ChunkHash(high: chunk.hashHigh, low: chunk.hashLow))
        _ = try await storage.call(Checkups.isolateChunk, damaged, options)
    }

    /// True if the chunk can be decoded and agrees with its row.
    static func isIntact(_ chunk: ChunkRecord) -> Bool {
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
