import CivilTime
package import Contracts
import HealthMetrics
import PostgresClient
package import RPC
package import StorageCore

extension PostgresStorage: CheckupOperations {
    package func refold(
        _ request: Checkups.RefoldRequest, _ call: ChangeCall
    ) async throws -> Committed<Folds.VersionResponse> {
        try await change(of: call.profile, call) {
            DirtyRows.everything($0) + [DayBlockRows.ranges($0)]
        } _: { transaction, results in
            let profile = transaction.profile
            guard !request.metrics.isEmpty else {
                return Folds.VersionResponse(version: profile.dataVersion)
            }
            let version = profile.dataVersion + 1
            var all = try DirtyRows.everything(
                results, of: profile.id, on: .all, version: version)
            for (name, range) in try DayBlockRows.ranges(results[2]) {
                all.add(
                    range.days, of: Derivation(metric: name)?.sourceMetric ?? name, profile.id,
                    version: version)
            }
            let dirty = all.filter { $0.isSource(of: request.metrics) }.withDerived
            transaction.writes =
                DirtyRows.marking(dirty, profile.id) + [.setVersion(version, profile.id)]
            transaction.effects.dirty = dirty
            transaction.effects.logEntries = [
                ChangeLog.Entry(
                    profile: profile, who: "person", kind: "refold",
                    key: request.metrics.joined(separator: " "))
            ]
            return Folds.VersionResponse(version: version)
        }
    }

    /// Moves the chunk to `removed_chunk` with the import number 0.
    package func isolateChunk(
        _ request: Checkups.IsolateChunkRequest, _ call: ChangeCall
    ) async throws -> Committed<Empty> {
        let position = ChunkPosition(series: request.series, segment: request.segment)
        return try await change(of: call.profile, call) {
            [SeriesRows.all(of: $0), ChunkRows.published([position], of: $0)]
        } _: { transaction, results in
            let profile = transaction.profile
            let series = try results[0].rows.map(SeriesRows.series).first {
                $0.id == request.series
            }
            guard let metric = series?.key.metric else {
                throw StorageError.noSeries(request.series)
            }
            guard let chunk = try results[1].first.map({ try ChunkRows.chunk($0) }),
                ChunkHash(high: chunk.hashHigh, low: chunk.hashLow) == request.hash
            else { throw StorageError.changedSince(metric: metric) }
            let version = profile.dataVersion + 1
            let dirty = [
                DirtyMetric(
                    metric: ProfileMetric(profile: profile.id, metric: metric), version: version,
                    spans: [DaySpan(firstMs: chunk.first, lastMs: chunk.last)],
                    weight: Int64(chunk.count))
            ].withDerived
            transaction.writes =
                [
                    ChunkRows.storeRemoved([chunk], import: 0, of: profile.id),
                    ChunkRows.remove([position], of: profile.id),
                ] + DirtyRows.marking(dirty, profile.id) + [.setVersion(version, profile.id)]
            transaction.effects.dirty = dirty
            transaction.effects.logEntries.append(
                ChangeLog.Entry(
                    profile: profile, who: "person", kind: "damage",
                    key: "\(chunk.series)/\(chunk.segment)", before: "\(chunk.count)"))
            return Empty()
        }
    }
}

extension [DirtyMetric] {
    /// Adds days of a metric.
    fileprivate mutating func add(
        _ days: DaySpan, of metric: String, _ profile: Int64, version: Int64
    ) {
        // Workers cannot fold days outside of the calendar.
        let calendar = DaySpan(
            from: CivilDate.distantPast.days, to: CivilDate.distantFuture.days)
        guard let days = days.intersection(calendar) else { return }
        if let index = firstIndex(where: { $0.metric.metric == metric }) {
            self[index].spans = (self[index].spans + [days]).joined
        } else {
            append(
                DirtyMetric(
                    metric: ProfileMetric(profile: profile, metric: metric), version: version,
                    spans: [days], weight: 0))
        }
    }
}
