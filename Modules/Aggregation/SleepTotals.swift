/// Selects the totals of nights that count beside measured stages.
///
/// The stages of a total have invented times: they are placed one after another from the start of the
/// night. They are therefore not added to other stages of the same time. A total counts only without
/// measured sleep in its time that is as detailed, and of several totals of one night the one with stages
/// counts, then the longest: an app sends a night again when more of it is known.
///
/// - Parameters:
///   - totals: The samples of each series of totals, the series of the highest priority first.
///   - measured: The samples of all other series.
/// - Returns: The samples of each series that count. Time in bed, which is not invented, always counts.
package func countedSleepTotals(
    _ totals: [[SleepSample]], beside measured: [SleepSample]
) -> [[SleepSample]] {
    let stages = TimeRangeSet(measured.filter { $0.stage.isDetailed }.map(\.range))
    let asleep = TimeRangeSet(measured.filter { $0.stage.isAsleep }.map(\.range))
    var counted = totals.map { $0.filter { $0.stage == .inBed } }
    var taken = TimeRangeSet([])
    let nights = totals.enumerated().flatMap { series, samples in
        longestChains(of: samples).map { (series: series, chain: SleepChain($0)) }
    }
    for (series, chain) in nights.sorted(by: {
        $0.chain.isPreferred(to: $1.chain)
            || !$1.chain.isPreferred(to: $0.chain) && $0.series < $1.series
    }) {
        let owners = chain.isDetailed ? stages : asleep
        guard !owners.overlaps(chain.range), !taken.overlaps(chain.range) else { continue }
        taken = TimeRangeSet(taken.stretches + [chain.range])
        counted[series] += chain.samples
    }
    return counted.map { $0.sorted { ($0.start, $0.end) < ($1.start, $1.end) } }
}

/// The stages of one total of a night, each of which begins at the end of the one before.
private struct SleepChain {
    let samples: [SleepSample]
    let range: Range<Int64>
    let isDetailed: Bool

    /// The samples must not be empty.
    init(_ samples: [SleepSample]) {
        self.samples = samples
        range = samples[0].start..<samples[samples.count - 1].end
        isDetailed = samples.contains { $0.stage.isDetailed }
    }

    private var length: Int64 { range.upperBound - range.lowerBound }

    func isPreferred(to other: SleepChain) -> Bool {
        if isDetailed != other.isDetailed { return isDetailed }
        if length != other.length { return length > other.length }
        return range.lowerBound < other.range.lowerBound
    }
}

/// The longest chain of samples of each time without a gap. Chains of several versions of a night share
/// their first samples, or overlap.
private func longestChains(of samples: [SleepSample]) -> [[SleepSample]] {
    let ordered = samples.filter { $0.stage != .inBed && $0.start < $0.end }.sorted {
        ($0.start, $0.end, $0.stage.rawValue) < ($1.start, $1.end, $1.stage.rawValue)
    }
    var chains: [[SleepSample]] = []
    var first = 0
    var end = Int64.min
    for index in ordered.indices {
        if index > first, ordered[index].start > end {
            chains.append(longestChain(of: ordered[first..<index]))
            first = index
        }
        end = max(end, ordered[index].end)
    }
    if first < ordered.count { chains.append(longestChain(of: ordered[first...])) }
    return chains
}

/// The longest chain of samples that ascend by start.
private func longestChain(of samples: ArraySlice<SleepSample>) -> [SleepSample] {
    /// The end of the longest chain from each start, and its first sample.
    var best: [Int64: (end: Int64, index: Int)] = [:]
    for index in samples.indices.reversed() {
        let sample = samples[index]
        let end = best[sample.end]?.end ?? sample.end
        if let known = best[sample.start], known.end >= end { continue }
        best[sample.start] = (end, index)
    }
    let longest = best.max {
        ($0.value.end - $0.key, $1.key) < ($1.value.end - $1.key, $0.key)
    }
    var chain: [SleepSample] = []
    var start = longest?.key
    while let instant = start, let next = best[instant] {
        chain.append(samples[next.index])
        start = samples[next.index].end
    }
    return chain
}

extension SleepSample {
    fileprivate var range: Range<Int64> { start..<max(start, end) }
}

extension SleepStage {
    fileprivate var isDetailed: Bool { self == .core || self == .deep || self == .rem }

    fileprivate var isAsleep: Bool { isDetailed || self == .unspecified }
}

extension TimeRangeSet {
    fileprivate func overlaps(_ range: Range<Int64>) -> Bool {
        TimeRangeSet([range]).subtracting(self).length < range.upperBound - range.lowerBound
    }
}
