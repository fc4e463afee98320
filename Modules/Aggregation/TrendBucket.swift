package import CivilTime
import Memberwise

/// One point of a trend: the days of a bucket that have data.
@Memberwise
package struct TrendBucket: Hashable, Sendable {
    package let bucket: Bucket
    /// The mean of the day values.
    package let averageValue: Double
    package let minValue: Double
    package let maxValue: Double
    /// The number of days with data.
    package let days: Int
    package let sampleCount: Int
    /// The mean over samples; nil if no sample starts in the bucket.
    package let weightedAverage: Double?
    package let rawMin: Double?
    package let rawMax: Double?
    /// The sum of the day values if they are additive, else of the samples.
    package let sum: Double
    /// True if the bucket is not over, or the requested range covers only a part of it.
    package let isPartial: Bool
}

/// The days that a trend covers.
@Memberwise
package struct TrendScope: Hashable, Sendable {
    /// Nil for the first day with data.
    package var from: CivilDate? = nil
    /// Nil for the last day with data.
    package var to: CivilDate? = nil
    package var weekStart: WeekStart = .monday
    /// The day the trend is computed for; later days are ignored.
    package var asOf: CivilDate

    package func contains(_ date: CivilDate) -> Bool {
        date <= asOf && date >= (from ?? date) && date <= (to ?? date)
    }

    /// True if the bucket is not over on the day `asOf`, or extends beyond the range.
    package func cuts(_ bucket: Bucket) -> Bool {
        bucket.end >= asOf || bucket.start < (from ?? bucket.start)
            || bucket.end > (to ?? bucket.end)
    }
}

extension DayTotals {
    /// Returns the buckets that have data, ascending; buckets without data are absent.
    package func series(
        _ interval: Interval, of dayValue: DayValue, in scope: TrendScope
    ) -> [TrendBucket] {
        var series: [TrendBucket] = []
        var open: BucketAccumulator?
        for total in days where scope.contains(total.day) {
            guard let value = dayValue.value(of: total) else { continue }
            if open?.bucket.days.contains(total.day) != true {
                if let open { series.append(open.finished(dayValue, scope)) }
                open = BucketAccumulator(
                    interval.bucket(containing: total.day, weekStart: scope.weekStart))
            }
            open?.add(total, value)
        }
        if let open { series.append(open.finished(dayValue, scope)) }
        return series
    }
}

/// Accumulates the days of a bucket.
private struct BucketAccumulator {
    let bucket: Bucket
    private var values = 0.0
    private var least = Double.infinity
    private var greatest = -Double.infinity
    private var days = 0
    /// The total over all samples; its day has no meaning.
    private var samples: DayTotal?

    init(_ bucket: Bucket) {
        self.bucket = bucket
    }

    mutating func add(_ total: DayTotal, _ value: Double) {
        values += value
        least = min(least, value)
        greatest = max(greatest, value)
        days += 1
        if samples == nil { samples = total } else { samples?.add(total) }
    }

    func finished(_ dayValue: DayValue, _ scope: TrendScope) -> TrendBucket {
        let measured = samples.flatMap { $0.count > 0 ? $0 : nil }
        return TrendBucket(
            bucket: bucket, averageValue: values / Double(days), minValue: least,
            maxValue: greatest, days: days, sampleCount: measured?.count ?? 0,
            weightedAverage: measured?.mean, rawMin: measured?.min, rawMax: measured?.max,
            sum: dayValue.isAdditive ? values : measured?.rawSum ?? 0,
            isPartial: scope.cuts(bucket))
    }
}
