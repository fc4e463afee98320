package import CivilTime
import Memberwise

/// The aggregate of a metric's samples that start on one civil day.
///
/// After a source merge, ``sum`` also has the share of samples that started on earlier days.
package struct DayTotal: Hashable, Sendable {
    package let day: CivilDate
    /// The sum of the day: over all samples, or over the merged sources once they are known.
    package var sum: Double
    /// The sum of the samples of all sources, before a source merge; the product of mean and count
    /// where samples have different weights in the mean.
    package private(set) var rawSum: Double
    /// The number of samples that start on the day; 0 if the day has only shares of earlier
    /// samples.
    package private(set) var count: Int
    /// The least value of a sample; 0 without samples.
    package private(set) var min: Double
    package private(set) var max: Double
    package private(set) var last: LastSample

    /// The latest sample of its day.
    @Memberwise
    package struct LastSample: Hashable, Sendable {
        package var value: Double
        /// Milliseconds since 1970 UTC.
        package var start: Int64
        package var end: Int64
        /// The position of the source in the source order; 0 has the highest priority.
        package var rank: Int32

        /// Compares start, then end, source priority and value.
        func isAfter(_ other: LastSample) -> Bool {
            if start != other.start { return start > other.start }
            if end != other.end { return end > other.end }
            if rank != other.rank { return rank < other.rank }
            return value > other.value
        }
    }

    /// A day with at least one sample.
    package init(
        day: CivilDate, sum: Double, count: Int, min: Double, max: Double, last: LastSample
    ) {
        self.init(
            day: day, sum: sum, rawSum: sum, count: count, min: min, max: max, last: last)
    }

    /// A day total read from storage.
    package init(
        day: CivilDate, sum: Double, rawSum: Double, count: Int, min: Double, max: Double,
        last: LastSample
    ) {
        self.day = day
        self.sum = sum
        self.rawSum = rawSum
        self.count = count
        self.min = min
        self.max = max
        self.last = last
    }

    /// A day on which no sample starts, with its share of earlier samples.
    init(day: CivilDate, carriedSum: Double) {
        let none = LastSample(value: 0, start: .min, end: .min, rank: .max)
        self.init(day: day, sum: carriedSum, rawSum: 0, count: 0, min: 0, max: 0, last: none)
    }

    /// Adds the total of other samples of the same day.
    package mutating func add(_ other: DayTotal) {
        sum += other.sum
        rawSum += other.rawSum
        guard other.count > 0 else { return }
        min = count == 0 || other.min < min ? other.min : min
        max = count == 0 || other.max > max ? other.max : max
        if count == 0 || other.last.isAfter(last) { last = other.last }
        count += other.count
    }

    /// Replaces the mean of the day's samples, whose number is unchanged.
    mutating func setMean(to mean: Double) {
        guard count > 0 else { return }
        rawSum = mean * Double(count)
        sum = rawSum
    }

    /// The mean of the day's samples; nil without any.
    package var mean: Double? { count == 0 ? nil : rawSum / Double(count) }
}
