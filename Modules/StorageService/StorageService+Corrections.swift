import CivilTime
import Contracts
import GRDB
import Metrics
import RPC

extension StorageService {
    func registerCorrections(on router: inout Router) {
        router.handle(Corrections.list) { [self] request, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db).id
                let corrections = try CorrectionStore.all(
                    of: profile, metric: request.metric, db)
                let named = Set(corrections.map(\.original.series))
                let series = try SeriesStore.all(of: profile, metric: request.metric, db)
                return Corrections.Listing(
                    series: series.filter { named.contains($0.id) }, corrections: corrections)
            }
        }
        router.handle(Corrections.find) { [self] request, context in
            try await file.read { db in
                try Self.find(request.sample, profile: ProfileRow.named(context.profile, db), db)
            }
        }
        router.handle(Corrections.apply) { [self] packet, context in
            let chunks = try [ChunkRecord](columns: packet.columns)
            let change = packet.body
            return try await self.change(
                Corrections.apply.name, change.request, context
            ) { db, consequences in
                let outcome = try Self.apply(change, chunks, context, db, &consequences)
                if !consequences.notes.isEmpty {
                    let profile = try ProfileRow.named(context.profile, db)
                    let number = try ChangeLog.latest(db) + 1
                    try StepRow.add(
                        change.summary, first: number, last: number, of: profile.id, db)
                }
                return outcome
            }
        }
        router.handle(Corrections.revert) { [self] packet, context in
            let chunks = try [ChunkRecord](columns: packet.columns)
            let reversal = packet.body
            // The request of who undoes says nothing of what will be undone.
            return try await self.change(
                reversal.turn.method.name, Tracker.Fingerprint(fingerprint: nil), context
            ) { db, consequences in
                try Self.revert(reversal, chunks, context, db, &consequences)
            }
        }
    }

    private static func revert(
        _ reversal: Corrections.Reversal, _ chunks: [ChunkRecord], _ context: CallContext,
        _ db: Database, _ consequences: inout Consequences
    ) throws -> Tracker.Applied {
        let profile = try ProfileRow.named(context.profile, db).id
        let step = try StepRow.next(reversal.turn, of: profile, db)
        guard step.first == reversal.step else { throw StorageError.sampleStep }
        try step.set(undone: reversal.turn == .undo, of: profile, db)
        let number = try ChangeLog.latest(db) + 1
        guard let change = reversal.change else {
            return Tracker.Applied(
                summary: "\(step.summary), which is no longer there", first: number,
                last: number - 1, records: [])
        }
        _ = try apply(change, chunks, context, db, &consequences)
        return Tracker.Applied(
            summary: step.summary, first: number,
            last: number + Int64(consequences.notes.count) - 1,
            records: [Tracker.Record(kind: Tracker.sampleKind, id: change.original.text)])
    }

    /// Looks for the correction by what was taken out first, then by what took its place.
    private static func find(
        _ sample: SampleReference, profile row: ProfileRow, _ db: Database
    ) throws -> Packet<Corrections.Found> {
        let profile = row.id
        guard let metric = try SeriesStore.metric(of: sample.series, profile: profile, db) else {
            throw StorageError.noSample
        }
        let all = try SeriesStore.all(of: profile, metric: metric, db)
        guard let series = all.first(where: { $0.id == sample.series }) else {
            throw StorageError.noSample
        }
        let key = SeriesKey.entered(series.key.metric, unit: series.key.unit)
        let entered = all.first { $0.key == key }
        var correction = try CorrectionStore.correction(of: sample, profile: profile, db)
        if correction == nil, series.id == entered?.id {
            correction = try CorrectionStore.corrections(
                replacingWith: sample, metric: key.metric, profile: profile, db
            ).first
        }
        let original = all.first { $0.id == correction?.original.series } ?? series
        var isShared = false
        if let correction, let value = correction.replacement {
            var replacement = correction.original
            replacement.value = value
            isShared =
                try CorrectionStore.corrections(
                    replacingWith: replacement, metric: key.metric, profile: profile, db
                ).count > 1
        }
        let surroundings = try SampleSurroundings(
            of: sample, metric: metric, series: all, profile: row, db)
        let own = [original.id, entered?.id].compactMap { $0 }.map {
            ChunkStore.Cursor(series: $0, segment: segment(of: sample.start))
        }
        let chunks = try Set(own + (surroundings?.places ?? [])).compactMap {
            try ChunkStore.published(series: $0.series, segment: $0.segment, of: profile, db)
        }
        return Packet(
            Corrections.Found(
                series: series, correction: correction, original: original, entered: entered,
                isReplacementShared: isShared, surroundings: surroundings?.described),
            columns: chunks.columns)
    }

    private static func apply(
        _ change: Corrections.Change, _ chunks: [ChunkRecord], _ context: CallContext,
        _ db: Database, _ consequences: inout Consequences
    ) throws -> Corrections.Applied {
        let profile = try ProfileRow.named(context.profile, db)
        guard chunks.count == change.expected.count else { throw StorageError.noSample }
        let numbers = try SeriesStore.declare(change.series, profile: profile.id, db)
        for (chunk, expected) in zip(chunks, change.expected) {
            guard numbers.indices.contains(Int(chunk.series)) else { throw StorageError.noSample }
            var chunk = chunk
            chunk.series = numbers[Int(chunk.series)]
            let stored = try ChunkStore.published(
                series: chunk.series, segment: chunk.segment, of: profile.id, db)
            let hash = stored.map { ChunkHash(high: $0.hashHigh, low: $0.hashLow) }
            guard hash == expected else {
                throw StorageError.changedSince(metric: change.outcome.metric)
            }
            try ChunkStore.replace(chunk, of: profile.id, db)
        }
        let before = try CorrectionStore.correction(
            of: change.original, profile: profile.id, db)
        try CorrectionStore.set(
            change.correction, of: change.original, profile: profile.id, db)

        var outcome = change.outcome
        outcome.version = profile.dataVersion
        // A series that is made just now has no number before.
        if outcome.after?.ref.series == 0, let made = numbers.last {
            outcome.after?.ref.series = made
        }
        guard !chunks.isEmpty || before != change.correction else {
            return Corrections.Applied(outcome: outcome, isFolded: false)
        }
        outcome.version = try profile.raisedVersion(db)
        let metric = ProfileMetric(profile: profile.id, metric: outcome.metric)
        let days = DaySpan(firstMs: change.original.start, lastMs: change.original.end)
        let isFolded = try put(change.folded, metric, days, outcome.version, db, &consequences)
        let following = try followers(of: metric, db)
        let dirty = (isFolded ? [] : [metric]) + following
        if !dirty.isEmpty {
            let samples = Int64(chunks.reduce(0) { $0 + Int($1.count) })
            consequences.dirty = try DirtyDays.mark(
                dirty.map {
                    DirtyMetric(
                        metric: $0, version: outcome.version, spans: [days], weight: samples)
                }, db)
        }
        consequences.notes.append(
            ChangeLog.Note(
                profile: profile, who: "person", kind: Tracker.sampleKind,
                key: change.original.text,
                before: try before.map { try JSONBody.encode($0).text },
                after: try change.correction.map { try JSONBody.encode($0).text }))
        return Corrections.Applied(
            outcome: outcome, isFolded: isFolded && following.isEmpty)
    }

    /// Stores days that came with a change; false when they cannot be taken.
    private static func put(
        _ folded: Corrections.Folded?, _ metric: ProfileMetric, _ days: DaySpan, _ version: Int64,
        _ db: Database, _ consequences: inout Consequences
    ) throws -> Bool {
        guard let folded,
            days == DaySpan(from: folded.days.from.days, to: folded.days.to.days)
        else { return false }
        try folded.totals.check(within: days)
        let whole = FoldedMetric(
            metric: metric, version: version,
            parts: [FoldedMetric.Part(days: days, totals: folded.totals)])
        guard try DayTotalStore.replace(with: whole, changedSince: folded.version, db) else {
            return false
        }
        consequences.folded = (whole, folded.version)
        return true
    }

    /// The metrics whose days change with a correction of another: beats follow their measurement.
    private static func followers(
        of metric: ProfileMetric, _ db: Database
    ) throws -> [ProfileMetric] {
        guard metric.metric == Beats.measurement,
            try !SeriesStore.all(of: metric.profile, metric: Beats.metric, db).isEmpty
        else { return [] }
        return [ProfileMetric(profile: metric.profile, metric: Beats.metric)]
    }

    /// As `Samples.Segment` counts them.
    private static func segment(of startMs: Int64) -> Int64 {
        let length: Int64 = 1000 << 20
        return startMs >= 0 ? startMs / length : (startMs + 1) / length - 1
    }
}
