import Aggregation
import CivilTime
import Contracts
import Folding
import HealthMetrics
import RPC
import Samples

extension Fold {
    /// The samples of a metric on a day, with the part of each that counts. The sum or the mean of
    /// what counts is the value of the day.
    func shares(
        of metric: String, on day: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> DayShares {
        switch Derivation(metric: metric) {
        case .sleep: try await sleepShares(on: day, in: zones, options)
        case .workouts: try await workoutShares(of: metric, on: day, in: zones, options)
        case nil: try await sampleShares(of: metric, on: day, in: zones, options)
        }
    }

    private func sampleShares(
        of metric: String, on day: CivilDate, in zones: ZoneHistory, _ options: CallOptions
    ) async throws -> DayShares {
        let ranges = zones.ranges(of: day)
        let range = Folds.ChunksRequest(
            metric: metric, from: day.advanced(by: -1), to: day.advanced(by: 1), in: zones)
        let corrections = try await heartbeatCorrections(metric, options)
        let chunks = try await reader.reduce(range, options, into: [SampleChunk]()) {
            chunks, chunk in
            chunks.append(chunk.applying(corrections))
        }.sorted { $0.series.position < $1.series.position }
        let kind = Metric.known(key: metric)?.kind ?? .discrete
        return kind == .cumulative
            ? DayShares(merging: chunks, within: ranges)
            : DayShares(each: chunks, within: ranges, isWeighted: kind == .discrete)
    }
}

extension DayShares {
    /// The shares of a cumulative metric, whose sources are merged.
    fileprivate init(merging chunks: [SampleChunk], within ranges: [Range<Int64>]) {
        let series = Dictionary(
            chunks.map { ($0.series.position, $0.series) }, uniquingKeysWith: { first, _ in first })
        let contributions = contributions(
            of: chunks.map(SourceSamples.init), within: ranges)
        let present = Set(contributions.map(\.position))
        var indices: [Int: Int] = [:]
        for (position, series) in series.sorted(by: { $0.key < $1.key })
        where present.contains(position) {
            indices[position] = index(of: series)
        }
        shares = contributions.map { contribution in
            let isAggregate = series[contribution.position]?.isRaw == false
            let owners = contribution.owners
            let reason: Reason? =
                owners.first.map { owner in
                    let isRaw = series[owner.position]?.isRaw == true
                    return isAggregate && isRaw
                        ? .aggregate : owner.isPreferred ? .priority : .overlap
                }
            return Share(
                source: indices[contribution.position] ?? 0, start: contribution.start,
                end: contribution.end, value: contribution.value,
                counted: contribution.countedPart, reason: reason,
                owners: Set(owners.compactMap { indices[$0.position] }).sorted())
        }
        sort()
    }

    /// The shares of other metrics: each sample that starts on the day counts, but aggregates only
    /// if nothing else does, and in a mean (`isWeighted`) for the time that shorter ones leave.
    fileprivate init(
        each chunks: [SampleChunk], within ranges: [Range<Int64>], isWeighted: Bool
    ) {
        isMean = true
        func isOnDay(_ start: Int64) -> Bool { ranges.contains { $0.contains(start) } }
        let present = chunks.filter { $0.columns.starts.contains(where: isOnDay) }
        let hasRaw = present.contains { $0.series.isRaw }
        var totals: [AverageTotal] = []
        for chunk in present {
            let source = index(of: chunk.series)
            let resolution = chunk.series.aggregateMilliseconds
            let isCounted = resolution == nil || !hasRaw
            for index in chunk.columns.starts.indices where isOnDay(chunk.columns.starts[index]) {
                let share = Share(
                    source: source, start: chunk.columns.starts[index],
                    end: chunk.columns.ends[index], value: chunk.columns.values[index],
                    counted: isCounted ? chunk.columns.values[index] : nil,
                    reason: isCounted ? nil : .aggregate)
                shares.append(share)
                guard !hasRaw, let resolution else { continue }
                totals.append(
                    AverageTotal(
                        start: share.start, end: share.end, value: share.value,
                        resolution: resolution
                    ).withLength)
            }
        }
        if isWeighted, !hasRaw { weigh(totals) }
        sort()
    }

    /// Sets the weights of totals, one for each share.
    private mutating func weigh(_ totals: [AverageTotal]) {
        let weights = AggregateWeights(of: totals)
        for index in shares.indices {
            let uncovered = weights.uncovered[index]
            shares[index].weight = weights.weights[index]
            guard uncovered < 1 else { continue }
            shares[index].counted = uncovered > 0 ? shares[index].value * uncovered : nil
            shares[index].reason = .shorterTotal
        }
    }
}
