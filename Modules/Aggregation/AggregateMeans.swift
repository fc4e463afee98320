package import CivilTime
import Memberwise

/// A total of a minute, an hour or a day of a metric without sums, such as the average of its time.
@Memberwise
package struct AverageTotal: Hashable, Sendable {
    /// Milliseconds since 1970 UTC.
    package var start: Int64
    /// Exclusive; after the start.
    package var end: Int64
    package var value: Double
    /// Milliseconds of the resolution of its series: of a minute, an hour or a day.
    package var resolution: Int64
}

/// The times that the totals of one day count for.
///
/// Totals of minutes count for their time, and coarser totals for the time that finer ones leave: two
/// hours beside the total of the day count for two hours. Totals of one resolution that cover the same
/// time share it. If all totals have one resolution, they have equal weights.
package struct AggregateWeights: Hashable, Sendable {
    /// The weight of each total in the mean of the day.
    package private(set) var weights: [Double]
    /// The part of the interval of each total that finer ones leave, from 0 to 1.
    package private(set) var uncovered: [Double]

    package init(of totals: [AverageTotal]) {
        weights = Array(repeating: 1, count: totals.count)
        uncovered = weights
        let resolutions = Set(totals.map(\.resolution)).sorted()
        guard resolutions.count > 1 else { return }
        var covered = TimeRangeSet([])
        for resolution in resolutions {
            let indices = totals.indices.filter { totals[$0].resolution == resolution }
            let ranges = indices.map { totals[$0].start..<totals[$0].end }
            var sum = 0.0
            for (index, range) in zip(indices, ranges) {
                let left = Double(TimeRangeSet([range]).subtracting(covered).length)
                uncovered[index] = left / Double(range.upperBound - range.lowerBound)
                weights[index] = left
                sum += left
            }
            let time = Double(TimeRangeSet(ranges).subtracting(covered).length)
            if sum > 0 {
                for index in indices { weights[index] *= time / sum }
            }
            covered = TimeRangeSet(covered.stretches + ranges)
        }
    }

    /// The mean of values with the weights; nil if all weights are 0.
    package func mean(of values: [Double]) -> Double? {
        let weight = weights.reduce(0, +)
        guard weight > 0 else { return nil }
        return zip(values, weights).reduce(0) { $0 + $1.0 * $1.1 } / weight
    }
}

/// Computes the means of the days that have totals of several resolutions.
///
/// Totals count on the day of their start. They are added segment by segment, and only the ones of days
/// that are not over are in memory.
package struct AggregateMeans: Sendable {
    /// The means by day; days with totals of one resolution are absent.
    package private(set) var days: [CivilDate: Double] = [:]
    private let zones: ZoneHistory
    private var waiting: [CivilDate: [AverageTotal]] = [:]

    package init(in zones: ZoneHistory) {
        self.zones = zones
    }

    /// Adds totals, sorted by start, with a resolution in milliseconds; one without a length has that
    /// of the resolution.
    package mutating func add(
        starts: [Int64], ends: [Int64], values: [Double], resolution: Int64
    ) {
        precondition(starts.count == ends.count && starts.count == values.count)
        guard let first = starts.first else { return }
        var cursor = DayCursor(zones, at: first)
        for index in starts.indices {
            cursor.move(to: starts[index])
            waiting[cursor.date, default: []].append(
                AverageTotal(
                    start: starts[index], end: ends[index], value: values[index],
                    resolution: resolution
                ).withLength)
        }
    }

    /// Computes the means of the days that end at or before an instant, before which no total is missing.
    package mutating func complete(until limit: Int64) {
        for (day, totals) in waiting
        where zones.ranges(of: day).allSatisfy({ $0.upperBound <= limit }) {
            waiting[day] = nil
            guard totals.contains(where: { $0.resolution != totals[0].resolution }) else {
                continue
            }
            let ordered = totals.sorted {
                ($0.start, $0.end, $0.value, $0.resolution)
                    < ($1.start, $1.end, $1.value, $1.resolution)
            }
            days[day] = AggregateWeights(of: ordered).mean(of: ordered.map(\.value))
        }
    }
}

extension AverageTotal {
    /// The total, with the length of its resolution if it has none.
    package var withLength: AverageTotal {
        guard end <= start else { return self }
        var total = self
        let (end, isBeyond) = start.addingReportingOverflow(resolution)
        total.end = isBeyond ? .max : end
        return total
    }
}
