import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC

extension Fold {
    /// The records of workouts that start on a day, with the part of each that counts.
    func workoutShares(
        of metric: String, on day: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> DayShares {
        let recorded = try await workouts(from: day, to: day, in: zones, options)
        let bouts = try await bouts(of: recorded, options)
        let sources = Dictionary(
            zip(bouts, recorded).map { ($0.source, DayShares.Source($1)) },
            uniquingKeysWith: { first, _ in first })
        func rank(_ bout: WorkoutBout) -> Int {
            metric == "workoutEnergy" ? bout.energyRank : bout.rank
        }
        var shares = DayShares()
        let ordered = bouts.sorted { (rank($0), $0.source) < (rank($1), $1.source) }
        var indices: [String: Int] = [:]
        for bout in ordered {
            indices[bout.source] = sources[bout.source].map { shares.index(of: $0) }
        }
        for group in workoutGroups(bouts)
        where group.first.map({ zones.civilDate(at: $0.start) }) == day {
            let valued = group.filter { $0.value(of: metric) != nil }
            let samples = valued.map { bout in
                SourceSamples(
                    rank: rank(bout), position: indices[bout.source] ?? 0,
                    starts: [bout.start], ends: [bout.end],
                    values: [bout.value(of: metric) ?? 0])
            }
            // A merged workout counts once.
            if metric == "workoutCount" {
                shares.appendMerged(samples)
                continue
            }
            let copies = workoutCopies(
                valued, rank: metric == "workoutEnergy" ? \.energyRank : \.rank)
            let originals = samples.indices.filter { copies[$0] == nil }.map { samples[$0] }
            shares.append(Aggregation.contributions(of: originals, within: [.min..<Int64.max]))
            for (copy, original) in copies.sorted(by: { $0.key < $1.key }) {
                shares.append(samples[copy], insteadOf: samples[original])
            }
        }
        shares.sort()
        return shares
    }

    /// The stages of the night that ended on a day, and of the other sessions, with the part of
    /// each that counts as sleep of the night, in hours.
    func sleepShares(
        on day: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> DayShares {
        guard let night = try await nights(from: day, to: day, in: zones, options).first else {
            return DayShares()
        }
        let sessions = [night.night] + night.naps
        let range = Folds.ChunksRequest(
            metric: "sleepAnalysis", from: sessions.map(\.start).min() ?? 0,
            to: sessions.map(\.end).max() ?? 0)
        let chunks = try await reader.reduce(range, options, into: [SampleChunk]()) {
            $0.append($1)
        }.sorted { $0.series.position < $1.series.position }
        var shares = DayShares()
        var samples: [SourceSamples] = []
        let found = chunks.reduce(into: SleepSamples()) { $0.add($1) }
        let totals = found.countedTotals
        for chunk in chunks {
            let stages = [SleepSample](chunk)
            let counted = chunk.series.isRaw ? nil : Set(totals[chunk.series.position] ?? [])
            for session in sessions {
                let within = stages.filter { $0.start < session.end && $0.end > session.start }
                guard !within.isEmpty else { continue }
                let source = shares.index(of: chunk.series)
                let isNight = session.start == night.night.start
                let (kept, replaced) = within.divided { counted?.contains($0) ?? true }
                for stage in replaced {
                    shares.append(stage, replacedBy: found.measured, source: source)
                }
                for stage in kept where !isNight || !stage.stage.isAsleep {
                    shares.shares.append(
                        DayShares.Share(
                            source: source, start: stage.start, end: stage.end,
                            value: stage.hours, reason: isNight ? .notAsleep : .nap))
                }
                if isNight {
                    samples += kept.compactMap { $0.ranked(chunk.series, source: source) }
                }
            }
        }
        let contributions = Aggregation.contributions(
            of: samples, within: [night.night.start..<night.night.end])
        // Time awake owns moments, but is not sleep.
        shares.append(contributions.filter { $0.value > 0 })
        shares.sort()
        return shares
    }
}

extension [SleepSample] {
    /// The samples that meet a condition, and the others.
    fileprivate func divided(
        by isFirst: (SleepSample) -> Bool
    ) -> (first: [SleepSample], second: [SleepSample]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}

extension DayShares {
    /// Appends a stage of a total that does not count, beside measured stages or another total.
    fileprivate mutating func append(
        _ stage: SleepSample, replacedBy measured: [SleepSample], source: Int
    ) {
        let isMeasured = measured.contains { $0.start < stage.end && $0.end > stage.start }
        shares.append(
            Share(
                source: source, start: stage.start, end: stage.end, value: stage.hours,
                reason: isMeasured ? .aggregate : .overlap, owners: isMeasured ? [] : [source]))
    }

    fileprivate mutating func append(_ contributions: [Contribution]) {
        shares += contributions.map { contribution in
            let owners = contribution.owners
            return Share(
                source: contribution.position, start: contribution.start, end: contribution.end,
                value: contribution.value, counted: contribution.countedPart,
                reason: owners.first.map { $0.isPreferred ? .priority : .overlap },
                owners: Set(owners.map(\.position)).sorted())
        }
    }

    /// Appends a record that does not count because another one does.
    fileprivate mutating func append(_ copy: SourceSamples, insteadOf original: SourceSamples) {
        guard let start = copy.starts.first, let end = copy.ends.first,
            let value = copy.values.first
        else { return }
        shares.append(
            Share(
                source: copy.position, start: start, end: end, value: value,
                reason: copy.rank > original.rank ? .priority : .overlap,
                owners: [original.position]))
    }

    /// Appends the records of one merged workout, of which only the first counts.
    fileprivate mutating func appendMerged(_ records: [SourceSamples]) {
        for (index, record) in records.enumerated() {
            guard let start = record.starts.first, let end = record.ends.first else { continue }
            let isFirst = index == 0
            shares.append(
                Share(
                    source: record.position, start: start, end: end, value: 1,
                    counted: isFirst ? 1 : nil, reason: isFirst ? nil : .overlap,
                    owners: isFirst ? [] : [records[0].position]))
        }
    }
}

extension DayShares.Source {
    fileprivate init(_ workout: WorkoutOutline) {
        self.init(
            name: workout.source, device: DeviceName.text(of: workout.device),
            sourceClass: SourceClass(
                isEntered: workout.isEntered, device: workout.device, source: workout.source),
            resolution: .raw)
    }
}

extension SleepSample {
    fileprivate var hours: Double { Double(end - start) / 3_600_000 }

    /// The sample with its hours asleep; nil for time in bed. `source` is the index of its source in
    /// the shares of the day.
    ///
    /// Stages rank before time awake, which ranks before sleep without a stage; samples of one kind
    /// rank by their series.
    fileprivate func ranked(_ series: RankedSeries, source: Int) -> SourceSamples? {
        // Greater than every rank of a series.
        let ranksPerKind = 1 << 40
        let precedence: Int
        switch stage {
        case .core, .deep, .rem: precedence = 0
        case .awake: precedence = 1
        case .unspecified: precedence = 2
        case .inBed: return nil
        }
        return SourceSamples(
            rank: precedence * ranksPerKind + min(series.rank, ranksPerKind - 1), position: source,
            starts: [start], ends: [end], values: [stage.isAsleep ? hours : 0])
    }
}

extension SleepStage {
    fileprivate var isAsleep: Bool {
        switch self {
        case .core, .deep, .rem, .unspecified: true
        case .awake, .inBed: false
        }
    }
}

extension WorkoutBout {
    /// The value in the metric's unit; nil if the bout has none.
    fileprivate func value(of metric: String) -> Double? {
        workoutValue(of: metric, seconds: seconds, kilocalories: kilocalories)
    }
}
