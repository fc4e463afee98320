import CivilTime
import Contracts
import Correcting
import GRDB
import HealthMetrics
import HostFiles
import StorageCore

/// Finds a sample and the data from which a correction of it is planned.
struct CorrectionSubjects {
    let profile: ProfileRow
    let zones: ZoneCatalog
    let extents: SeriesExtents

    /// Looks the correction up by the removed sample, then by its replacement.
    /// - Throws: `StorageError.noSample` if the profile does not have the series.
    func subject(of sample: SampleReference, _ db: Database) throws -> CorrectionSubject {
        guard let series = try SeriesStore.row(sample.series, of: profile.id, db) else {
            throw StorageError.noSample
        }
        let metric = series.key.metric
        let entered = try SeriesStore.row(
            .entered(metric, unit: series.key.unit), of: profile.id, db)
        var correction = try CorrectionStore.correction(of: sample, profile: profile.id, db)
        if correction == nil, series.id == entered?.id {
            correction = try CorrectionStore.corrections(
                replacingWith: sample, metric: metric, profile: profile.id, db
            ).first
        }
        var original = series
        if let correction,
            let row = try SeriesStore.row(correction.original.series, of: profile.id, db)
        {
            original = row
        }
        let positions = try chunkPositions(around: sample, metric, db)
        let own = [original.id, entered?.id].compactMap { $0 }.map {
            ChunkPosition(series: $0, segment: ChunkPosition.segment(of: sample.start))
        }
        let chunks = try Set(own + (positions ?? [])).compactMap {
            try ChunkStore.published(
                series: $0.series, segment: $0.segment, of: profile.id, db)
        }
        return CorrectionSubject(
            series: series, correction: correction, original: original, entered: entered,
            isReplacementShared: try isShared(correction, metric, db), chunks: chunks,
            units: try SettingStore.units(of: profile.id, db),
            foldContext: try positions.map { _ in
                let days = DaySpan(of: sample)
                // Of a metric with many series few have samples on these days.
                let present = Set(chunks.map(\.series) + own.map(\.series)).sorted()
                return CorrectionSubject.FoldContext(
                    days: CivilDate(days: days.from)...CivilDate(days: days.to),
                    series: try present.compactMap {
                        try SeriesStore.row($0, of: profile.id, db)
                    },
                    order: try SourceOrderStore.order(of: profile.id, metric: metric, db),
                    zones: try zones.history(profile.zones(db)))
            })
    }

    private func isShared(
        _ correction: Correction?, _ metric: String, _ db: Database
    ) throws -> Bool {
        guard let correction, let value = correction.replacement else { return false }
        var replacement = correction.original
        replacement.value = value
        return try CorrectionStore.corrections(
            replacingWith: replacement, metric: metric, profile: profile.id, db
        ).count > 1
    }

    /// The longest sample whose days are folded within the write. Workers fold the days of longer
    /// samples, and of more chunks or samples, so that the writing connection is not blocked.
    private static let longestInDays = 8
    /// The most chunks that are folded within the write.
    private static let chunkLimit = 32
    /// The most samples that are folded within the write.
    private static let sampleLimit: Int64 = 1 << 17

    /// The positions of the chunks from which the days of a sample are folded. Nil if workers have to
    /// fold the days: other days of the metric are dirty, another metric is derived from this one, or
    /// there are more samples than the limits allow.
    private func chunkPositions(
        around sample: SampleReference, _ metric: String, _ db: Database
    ) throws -> [ChunkPosition]? {
        let days = DaySpan(of: sample)
        guard Int(days.to) - Int(days.from) < Self.longestInDays,
            !Derivation.allCases.contains(where: { $0.sourceMetric == metric }),
            try DayTotalStore.foldedVersion(of: profile.id, metric: metric, db) != nil
        else { return nil }
        // In every zone a day starts and ends within a day of its start and end in UTC, and the days before
        // and after are read too.
        let day: Int64 = 86_400_000
        let (from, to) = ((Int64(days.from) - 2) * day, (Int64(days.to) + 3) * day)
        let found = try ChunkStore.positions(
            of: extents.find(
                ProfileMetric(profile: profile.id, metric: metric), from: from, to: to, db),
            profile: profile.id, from: from, to: to, db)
        guard found.positions.count <= Self.chunkLimit, found.samples <= Self.sampleLimit
        else { return nil }
        return found.positions
    }
}
