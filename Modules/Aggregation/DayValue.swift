package import CivilTime
package import HealthMetrics
import Memberwise

/// The rule that reduces the samples of a day to the value that is plotted and averaged.
package enum DayValue: String, Hashable, Sendable {
    /// The sum of the day: steps, energy, hours asleep.
    case total
    /// The mean of the day's samples: heart rate, weight.
    case mean
    /// The last sample, for answers that state a running total of the day.
    case last
    /// 1 if the day's sum is above 0, else 0. A missed day has the sum 0.
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

    /// True if a bucket's sum is that of its day values; otherwise that of its samples.
    var isAdditive: Bool {
        switch self {
        case .total, .last: true
        case .mean, .yes: false
        }
    }
}

/// One plotted day.
@Memberwise
package struct DayPoint: Hashable, Sendable {
    package var date: CivilDate
    package var value: Double
    package var sampleCount: Int
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
