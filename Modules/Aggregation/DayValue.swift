package import CivilTime
package import Metrics

/// How the samples of a day make the one value that is plotted and averaged.
package enum DayValue: String, Hashable, Sendable {
    /// What the day adds up to: steps, energy, hours asleep.
    case total
    /// The mean of the day's samples: heart rate, weight.
    case mean
    /// The last sample, when each answer says the running total of the day.
    case last
    /// 1 when the day's answers come to a yes, else 0; a day that was missed has no answers.
    case yes

    package init(_ kind: MetricKind) {
        switch kind {
        case .cumulative, .duration: self = .total
        case .discrete, .category: self = .mean
        }
    }

    /// The value of a day; nil when it has no data of this kind.
    package func value(of total: DayTotal) -> Double? {
        switch self {
        case .total: total.sum
        case .mean: total.mean
        case .last: total.count == 0 ? nil : total.last.value
        case .yes: total.sum > 0 ? 1 : 0
        }
    }

    /// Whether a bucket adds up its day values; if not, it adds up the samples.
    var isAdditive: Bool {
        switch self {
        case .total, .last: true
        case .mean, .yes: false
        }
    }
}

/// A day as it is plotted.
package struct DayPoint: Hashable, Sendable {
    package var date: CivilDate
    package var value: Double
    package var sampleCount: Int

    package init(date: CivilDate, value: Double, sampleCount: Int) {
        self.date = date
        self.value = value
        self.sampleCount = sampleCount
    }
}

extension DayTotals {
    /// The days that have a value, ascending.
    package func points(of dayValue: DayValue) -> [DayPoint] {
        days.compactMap { total in
            dayValue.value(of: total).map {
                DayPoint(date: total.day, value: $0, sampleCount: total.count)
            }
        }
    }

    /// The totals of the days in a range.
    package func within(_ range: ClosedRange<CivilDate>) -> DayTotals {
        DayTotals(days.filter { range.contains($0.day) })
    }
}
