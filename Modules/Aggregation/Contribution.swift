package import CivilTime

/// The part of a sample that counts in the total of a day.
package struct Contribution: Hashable, Sendable {
    /// The position of the source in the source order.
    package var position: Int
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive.
    package var end: Int64
    /// The value within the day, before sources are merged.
    package var value: Double
    /// The part of `value` that counts, 0 to `value`.
    package var counted: Double
    /// The samples that own the part that does not count, by position of their source, ascending.
    package var owners: [Owner]

    /// `counted`; nil if other samples own all of the sample.
    package var countedPart: Double? { owners.isEmpty || counted != 0 ? counted : nil }

    /// A source of samples that own a part of another sample.
    package struct Owner: Hashable, Sendable {
        /// The position of the source in the source order.
        package var position: Int
        /// True if the source has a higher priority; false for an earlier or longer sample of equal
        /// priority.
        package var isPreferred: Bool
    }
}

/// Calculates what each sample of a cumulative metric contributes to a day.
///
/// The sum of ``Contribution/counted`` is the sum of ``SourceMerge`` for the day, except for the
/// order of additions.
///
/// - Parameters:
///   - sources: All samples that overlap the day; others are ignored.
///   - ranges: The time ranges of the day; several if a clock is set back across midnight.
/// - Returns: The contributions, ascending by start.
/// - Complexity: O(n log n) for n samples, and O(n k) for k samples that overlap one sample.
package func contributions(
    of sources: [SourceSamples], within ranges: [Range<Int64>]
) -> [Contribution] {
    var totals = ranked(sources.filter(\.isAggregate)).filter { $0.overlaps(ranges) }
    let aroundDay = ranges + totals.map(\.range)
    var samples = ranked(sources.filter { !$0.isAggregate }).filter { $0.overlaps(aroundDay) }
    samples += totals.filter(\.isPoint)
    samples.sort { ($0.start, $0.number) < ($1.start, $1.number) }
    totals.removeAll(where: \.isPoint)
    let owned = OwnedIntervals(ownedIntervals(of: samples))
    let found =
        samples.filter { $0.overlaps(ranges) }.map { owned.contribution(of: $0, within: ranges) }
        + owned.contributions(of: totals, within: ranges)
    return found.sorted { ($0.start, $0.position) < ($1.start, $1.position) }
}

/// The samples of all sources, numbered, ascending by start.
private func ranked(_ sources: [SourceSamples]) -> [RankedSample] {
    var samples: [RankedSample] = []
    for source in sources { source.appendRanked(to: &samples, numberedFrom: samples.count) }
    return samples.sorted { ($0.start, $0.number) < ($1.start, $1.number) }
}

extension ZoneHistory {
    /// The time ranges of a day, ascending; empty if a clock skips the day, several if a clock is
    /// set back across midnight.
    package func ranges(of day: CivilDate) -> [Range<Int64>] {
        // Offsets differ from UTC by less than a day.
        let millisecondsPerDay = secondsPerDay * 1000
        let midnight = Int64(day.days) * millisecondsPerDay
        var cursor = DayCursor(self, at: midnight - millisecondsPerDay)
        var ranges: [Range<Int64>] = []
        while cursor.start < midnight + 2 * millisecondsPerDay {
            if cursor.date == day {
                if let last = ranges.last, last.upperBound == cursor.start {
                    ranges[ranges.count - 1] = last.lowerBound..<cursor.end
                } else {
                    ranges.append(cursor.start..<cursor.end)
                }
            }
            cursor.move(to: cursor.end)
        }
        return ranges
    }
}

/// Disjoint intervals, ascending by start.
private struct OwnedIntervals {
    private let intervals: [OwnedInterval]

    init(_ intervals: [OwnedInterval]) { self.intervals = intervals }

    /// The contribution of a sample to the ranges of a day.
    func contribution(of sample: RankedSample, within ranges: [Range<Int64>]) -> Contribution {
        if sample.isPoint { return contribution(ofPoint: sample) }
        let parts = ranges.map { sample.range.clamped(to: $0) }
        let within = parts.reduce(0) { $0 + $1.length }
        var counted: Int64 = 0
        var others: Set<Contribution.Owner> = []
        for interval in parts.flatMap(overlapping) {
            if interval.owner.number == sample.number {
                counted += interval.range.length
            } else {
                others.insert(Contribution.Owner(of: sample, interval.owner))
            }
        }
        let length = Double(sample.end - sample.start)
        return Contribution(
            sample, value: sample.value * (Double(within) / length),
            counted: sample.value * (Double(counted) / length), owners: others)
    }

    /// The contributions of totals to the ranges of a day.
    func contributions(
        of totals: [RankedSample], within ranges: [Range<Int64>]
    ) -> [Contribution] {
        var merge = AggregateMerge()
        merge.insert(totals)
        for interval in intervals {
            let owner = interval.owner
            let share =
                owner.isPoint ? 1 : Double(interval.range.length) / Double(owner.end - owner.start)
            merge.cover(interval.range, with: owner.value * share)
        }
        return merge.complete(until: .max).map { total in
            let sample = total.sample
            let within = ranges.reduce(0) { $0 + sample.range.clamped(to: $1).length }
            let share = Double(within) / Double(sample.end - sample.start)
            var others = Set(
                overlapping(sample.range).map { Contribution.Owner(of: sample, $0.owner) })
            if others.isEmpty {
                others = Set(
                    totals.lazy.filter { $0.number != sample.number && $0.overlaps([sample.range]) }
                        .map { Contribution.Owner(of: sample, $0) })
            }
            let isWhole = total.counted == sample.value
            return Contribution(
                sample, value: sample.value * share, counted: total.counted * share,
                owners: isWhole ? [] : others)
        }
    }

    /// The parts of intervals in a range.
    func overlapping(_ range: Range<Int64>) -> [OwnedInterval] {
        var found: [OwnedInterval] = []
        var index = firstIndex(endingAfter: range.lowerBound)
        while index < intervals.count, intervals[index].range.lowerBound < range.upperBound {
            var part = intervals[index]
            part.range = part.range.clamped(to: range)
            if !part.range.isEmpty { found.append(part) }
            index += 1
        }
        return found
    }

    /// The contribution of a point, which counts as a whole or not at all.
    func contribution(ofPoint point: RankedSample) -> Contribution {
        var index = firstIndex(endingAfter: point.start - 1)
        var owner: RankedSample?
        while index < intervals.count, intervals[index].range.lowerBound <= point.start {
            if intervals[index].owner.number == point.number {
                return Contribution(point, value: point.value, counted: point.value, owners: [])
            }
            if intervals[index].range.contains(point.start) { owner = intervals[index].owner }
            index += 1
        }
        return Contribution(
            point, value: point.value, counted: 0,
            owners: Set(owner.map { [Contribution.Owner(of: point, $0)] } ?? []))
    }

    private func firstIndex(endingAfter instant: Int64) -> Int {
        var low = 0
        var high = intervals.count
        while low < high {
            let middle = (low + high) / 2
            if intervals[middle].range.upperBound > instant {
                high = middle
            } else {
                low = middle + 1
            }
        }
        return low
    }
}

extension RankedSample {
    fileprivate var range: Range<Int64> { start..<end }

    /// True if the sample overlaps one of the ranges.
    fileprivate func overlaps(_ ranges: [Range<Int64>]) -> Bool {
        ranges.contains { isPoint ? $0.contains(start) : range.overlaps($0) }
    }
}

extension Range<Int64> {
    fileprivate var length: Int64 { upperBound - lowerBound }
}

extension Contribution.Owner {
    fileprivate init(of sample: RankedSample, _ owner: RankedSample) {
        self.init(position: owner.position, isPreferred: owner.rank < sample.rank)
    }
}

extension Contribution {
    fileprivate init(
        _ sample: RankedSample, value: Double, counted: Double, owners: Set<Owner>
    ) {
        self.init(
            position: sample.position, start: sample.start, end: sample.end, value: value,
            counted: counted,
            owners: owners.sorted {
                ($0.position, $1.isPreferred ? 1 : 0) < ($1.position, $0.isPreferred ? 1 : 0)
            })
    }
}
