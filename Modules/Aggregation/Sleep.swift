/// What a moment of the night was measured as.
package enum SleepStage: String, CaseIterable, Codable, Hashable, Sendable {
    case inBed, unspecified, awake, core, deep, rem
}

/// A stretch of one stage, told by some source.
package struct SleepSample: Hashable, Sendable {
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive.
    package var end: Int64
    package var stage: SleepStage

    package init(start: Int64, end: Int64, stage: SleepStage) {
        self.start = start
        self.end = end
        self.stage = stage
    }
}

/// One stretch of sleep, without breaks of more than half an hour.
///
/// Durations are in milliseconds. Each stage is the union of what all sources say, so that two
/// sources of one night do not count twice.
package struct SleepSession: Hashable, Sendable {
    package let start: Int64
    package let end: Int64
    /// Time covered by any sleep: less than the sum of stages where sources disagree on the stage.
    package let asleep: Int64
    package let core: Int64
    package let deep: Int64
    package let rem: Int64
    /// Sleep of no known stage, where no stage covers it.
    package let unspecified: Int64
    package let awake: Int64
    /// From the first to the last moment in bed, the session included; at most a day.
    package let inBed: Int64

    /// - Parameters:
    ///   - samples: What the session is made of; nothing in bed, at least one sample.
    ///   - bed: Stretches in bed; those that meet the session belong to it.
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

        let mine = bed.filter { $0.start < end && $0.end > start }
        let lying = mine.map(\.start).min().map { min($0, start) } ?? start
        let rising = mine.map(\.end).max().map { max($0, end) } ?? end
        inBed = min(rising - lying, Self.longest)
        asleep = min(staged.length + unspecified, inBed)
    }

    /// A night has no more than this.
    private static let longest: Int64 = 24 * 3_600_000
}

/// Stretches of time without overlap, ascending.
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

    /// How much of this lies outside the other.
    func length(outside other: TimeRangeSet) -> Int64 {
        TimeRangeSet(stretches + other.stretches).length - other.length
    }
}
