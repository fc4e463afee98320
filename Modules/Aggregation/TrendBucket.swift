package import CivilTime

/// The days of a bucket that have data, as one point of a trend.
package struct TrendBucket: Hashable, Sendable {
    package let bucket: Bucket
    /// Mean, least and greatest of the day values.
    package let averageValue: Double
    package let minValue: Double
    package let maxValue: Double
    /// Days with data.
    package let days: Int
    package let sampleCount: Int
    /// Mean over samples; nil when the bucket has only its part of samples that began before it.
    package let weightedAverage: Double?
    package let rawMin: Double?
    package let rawMax: Double?
    /// Of day values where these add up, else of samples.
    package let sum: Double
    /// Not over yet, or cut by the range asked for.
    package let isPartial: Bool

    package init(
        bucket: Bucket, averageValue: Double, minValue: Double, maxValue: Double, days: Int,
        sampleCount: Int, weightedAverage: Double?, rawMin: Double?, rawMax: Double?, sum: Double,
        isPartial: Bool
    ) {
        self.bucket = bucket
        self.averageValue = averageValue
        self.minValue = minValue
        self.maxValue = maxValue
        self.days = days
        self.sampleCount = sampleCount
        self.weightedAverage = weightedAverage
        self.rawMin = rawMin
        self.rawMax = rawMax
        self.sum = sum
        self.isPartial = isPartial
    }
}

/// The part of a calendar that a trend is asked for.
package struct TrendScope: Hashable, Sendable {
    /// Nil: from the first day with data.
    package var from: CivilDate?
    /// Nil: to the last day with data.
    package var to: CivilDate?
    package var weekStart: WeekStart
    /// The day that the question is asked on; what lies after it is not looked at.
    package var asOf: CivilDate

    package init(
        from: CivilDate? = nil, to: CivilDate? = nil, weekStart: WeekStart = .monday,
        asOf: CivilDate
    ) {
        self.from = from
        self.to = to
        self.weekStart = weekStart
        self.asOf = asOf
    }

    package func contains(_ date: CivilDate) -> Bool {
        date <= asOf && date >= (from ?? date) && date <= (to ?? date)
    }

    /// Whether the bucket is not over on the day asked, or reaches beyond the range.
    package func cuts(_ bucket: Bucket) -> Bool {
        bucket.end >= asOf || bucket.start < (from ?? bucket.start)
            || bucket.end > (to ?? bucket.end)
    }
}

extension DayTotals {
    /// The buckets that have data, ascending; those without are gaps, and absent.
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

/// A bucket while its days are added.
private struct BucketAccumulator {
    let bucket: Bucket
    private var values = 0.0
    private var least = Double.infinity
    private var greatest = -Double.infinity
    private var days = 0
    /// Over samples; its day is of no meaning.
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
