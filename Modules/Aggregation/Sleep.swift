import Memberwise

/// A stage of sleep.
package enum SleepStage: String, CaseIterable, Codable, Hashable, Sendable {
    case inBed, unspecified, awake, core, deep, rem
}

/// An interval of one stage, recorded by one source.
@Memberwise
package struct SleepSample: Hashable, Sendable {
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive.
    package var end: Int64
    package var stage: SleepStage
}

/// An interval of one stage, of any source.
@Memberwise
package struct SleepInterval: Hashable, Sendable {
    package var stage: SleepStage
    /// Milliseconds since 1970 UTC.
    package var range: Range<Int64>
}

/// An uninterrupted period of sleep: its breaks are at most half an hour.
///
/// Durations are in milliseconds. Each stage is the union over all sources, so that two sources of
/// one night do not count twice.
package struct SleepSession: Hashable, Sendable {
    package let start: Int64
    package let end: Int64
    /// Time covered by sleep; less than the sum of the stages where sources disagree.
    package let asleep: Int64
    package let core: Int64
    package let deep: Int64
    package let rem: Int64
    /// Sleep without a stage, outside all intervals with a stage.
    package let unspecified: Int64
    package let awake: Int64
    /// From the first to the last moment in bed, including the session; at most 24 hours.
    package let inBed: Int64
    /// The intervals of each stage, ascending by start; those of different stages overlap where
    /// sources disagree.
    package let intervals: [SleepInterval]

    /// - Parameters:
    ///   - samples: The samples of the session, without `inBed`; must not be empty.
    ///   - bed: `inBed` samples; the ones that overlap the session count.
    init?(of samples: ArraySlice<SleepSample>, bed: [SleepSample]) {
        func covered(by stages: Set<SleepStage>) -> TimeRangeSet {
            TimeRangeSet(
                samples.lazy.filter { stages.contains($0.stage) }.map { $0.start..<$0.end })
        }
        guard let start = samples.map(\.start).min(), let end = samples.map(\.end).max() else {
            return nil
        }
        let staged = covered(by: [.core, .deep, .rem])
        let known = covered(by: [.core, .deep, .rem, .awake])
        let stages = Dictionary(
            uniqueKeysWithValues: [SleepStage.core, .deep, .rem, .awake].map {
                ($0, covered(by: [$0]))
            } + [(.unspecified, covered(by: [.unspecified]).subtracting(known))])
        func length(_ stage: SleepStage) -> Int64 { stages[stage]?.length ?? 0 }
        self.start = start
        self.end = end
        core = length(.core)
        deep = length(.deep)
        rem = length(.rem)
        awake = length(.awake)
        unspecified = length(.unspecified)
        intervals = stages.flatMap { stage, ranges in
            ranges.stretches.map { SleepInterval(stage: stage, range: $0) }
        }.sorted {
            ($0.range.lowerBound, $0.stage.rawValue) < ($1.range.lowerBound, $1.stage.rawValue)
        }

        let overlapping = bed.filter { $0.start < end && $0.end > start }
        let bedStart = overlapping.map(\.start).min().map { min($0, start) } ?? start
        let bedEnd = overlapping.map(\.end).max().map { max($0, end) } ?? end
        inBed = min(bedEnd - bedStart, Self.longest)
        asleep = min(staged.length + unspecified, inBed)
    }

    /// The upper bound of the time in bed.
    private static let longest: Int64 = 24 * 3_600_000
}

/// Disjoint time ranges, ascending.
struct TimeRangeSet {
    private(set) var stretches: [Range<Int64>] = []

    init(_ ranges: some Sequence<Range<Int64>>) {
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
            if let last = stretches.last, range.lowerBound <= last.upperBound {
                let end = max(last.upperBound, range.upperBound)
                stretches[stretches.count - 1] = last.lowerBound..<end
            } else {
                stretches.append(range)
            }
        }
    }

    var length: Int64 { stretches.reduce(0) { $0 + ($1.upperBound - $1.lowerBound) } }

    /// The part of this set outside the other.
    func subtracting(_ other: TimeRangeSet) -> TimeRangeSet {
        var result = TimeRangeSet([])
        for stretch in stretches {
            var start = stretch.lowerBound
            for gap in other.stretches where gap.overlaps(stretch) {
                if start < gap.lowerBound { result.stretches.append(start..<gap.lowerBound) }
                start = max(start, gap.upperBound)
            }
            if start < stretch.upperBound { result.stretches.append(start..<stretch.upperBound) }
        }
        return result
    }
}
