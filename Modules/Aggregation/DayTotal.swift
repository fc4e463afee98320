package import CivilTime

/// What the samples of one metric come to on one civil day: the day of their start. Merged
/// sums take their part of samples that began on days before.
package struct DayTotal: Hashable, Sendable {
    package let day: CivilDate
    /// What the day adds up to: the sum of all samples, until merged sums take its place.
    package var sum: Double
    /// The sum of the samples of all sources.
    package private(set) var rawSum: Double
    /// Samples; 0 when the day has only its part of intervals that began the day before.
    package private(set) var count: Int
    /// Over samples; 0 without any.
    package private(set) var min: Double
    package private(set) var max: Double
    package private(set) var last: LastSample

    /// The sample that has the last word on its day.
    package struct LastSample: Hashable, Sendable {
        package var value: Double
        /// Milliseconds since 1970 UTC.
        package var start: Int64
        package var end: Int64
        /// The place of its source in the order of sources: 0 is the highest.
        package var rank: Int32

        package init(value: Double, start: Int64, end: Int64, rank: Int32) {
            self.value = value
            self.start = start
            self.end = end
            self.rank = rank
        }

        /// The greater start wins, then the greater end, the higher source, the greater value.
        func isAfter(_ other: LastSample) -> Bool {
            if start != other.start { return start > other.start }
            if end != other.end { return end > other.end }
            if rank != other.rank { return rank < other.rank }
            return value > other.value
        }
    }

    /// A day of at least one sample.
    package init(
        day: CivilDate, sum: Double, count: Int, min: Double, max: Double, last: LastSample
    ) {
        self.init(
            day: day, sum: sum, rawSum: sum, count: count, min: min, max: max, last: last)
    }

    /// A day as it was stored.
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

    /// A day on which no sample starts, but that has a part of earlier ones.
    init(day: CivilDate, carriedSum: Double) {
        let none = LastSample(value: 0, start: .min, end: .min, rank: .max)
        self.init(day: day, sum: carriedSum, rawSum: 0, count: 0, min: 0, max: 0, last: none)
    }

    /// Adds other samples of the same day.
    package mutating func add(_ other: DayTotal) {
        sum += other.sum
        rawSum += other.rawSum
        guard other.count > 0 else { return }
        min = count == 0 || other.min < min ? other.min : min
        max = count == 0 || other.max > max ? other.max : max
        if count == 0 || other.last.isAfter(last) { last = other.last }
        count += other.count
    }

    /// The mean of the day's samples; nil without any.
    package var mean: Double? { count == 0 ? nil : rawSum / Double(count) }
}
