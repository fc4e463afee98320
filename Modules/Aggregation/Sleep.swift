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
        self.start = start
        self.end = end
        core = covered(by: [.core]).length
        deep = covered(by: [.deep]).length
        rem = covered(by: [.rem]).length
        awake = covered(by: [.awake]).length
        unspecified = covered(by: [.unspecified]).length(outside: known)

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
    private var stretches: [Range<Int64>] = []

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

    /// The length of the part of this set outside the other.
    func length(outside other: TimeRangeSet) -> Int64 {
        TimeRangeSet(stretches + other.stretches).length - other.length
    }
}
