import Contracts
import GRDB
import RPC

extension StorageService {
    func registerCheckups(on router: inout Router) {
        router.handle(Checkups.storage) { [self] request, _ in
            if request.isRepairing {
                _ = try await file.write(.synced, onCommit: { [board] in board.noteMarked($0) }) {
                    try Checkup.repair($0)
                }
                await board.takeIn()
            }
            return Checkups.Findings(checks: try await file.read { try Checkup.run($0) })
        }
        router.handle(Checkups.setAside) { [self] request, context in
            try await change(Checkups.setAside.name, request, context) { db, consequences in
                try Self.setAside(request, context, db, &consequences)
                return Empty()
            }
        }
    }

    /// Keeps a chunk's bytes, and takes it out.
    private static func setAside(
        _ request: Checkups.Damaged, _ context: CallContext, _ db: Database,
        _ consequences: inout Consequences
    ) throws {
        let profile = try ProfileRow.named(context.profile, db)
        let series = try SeriesStore.all(of: profile.id, db).first { $0.id == request.series }
        guard let metric = series?.key.metric else { throw StorageError.noSeries(request.series) }
        guard
            let chunk = try ChunkStore.published(
                series: request.series, segment: request.segment, of: profile.id, db),
            ChunkHash(high: chunk.hashHigh, low: chunk.hashLow) == request.hash
        else { throw StorageError.changedSince(metric: metric) }
        try BulkStatement(db, "INSERT OR REPLACE INTO removed_chunk VALUES (?, ?, ?, ?, ?, ?)")
            .run(
                profile.id, Self.noImport, chunk.series, chunk.segment, chunk.count, chunk.data)
        var empty = chunk
        empty.count = 0
        try ChunkStore.replace(empty, of: profile.id, db)
        let dirty = DirtyMetric(
            metric: ProfileMetric(profile: profile.id, metric: metric),
            version: try profile.raisedVersion(db),
            spans: [DaySpan(firstMs: chunk.first, lastMs: chunk.last)],
            weight: Int64(chunk.count))
        consequences.dirty = try DirtyDays.mark([dirty], db)
        consequences.notes.append(
            ChangeLog.Note(
                profile: profile, who: "person", kind: "damage",
                key: "\(chunk.series)/\(chunk.segment)", before: "\(chunk.count)", after: nil))
    }

    /// What chunks are kept under that no import took out.
    private static let noImport: Int64 = 0
}
