import Memberwise

/// Two series that move together, by more than chance explains. It is not a cause.
@Memberwise
package struct Association: Sendable {
    /// The distance in time of the values that are compared.
    package enum Lag: String, CaseIterable, Sendable {
        /// Both values are of the same day.
        case sameDay
        /// The second value is of the day after the first.
        case nextDay
        /// The changes of the means of consecutive weeks.
        case weekOverWeek
    }

    /// The meaning of the effect.
    package enum Kind: String, Sendable {
        /// The difference of the means of the second series on the days that the first divides.
        case difference
        /// Spearman's rank correlation, -1 to 1; Pearson's correlation with a yes/no series.
        case correlation
    }

    /// The index of the first series: the one whose days are divided, or the earlier one.
    package var first: Int
    package var second: Int
    package var lag: Lag
    package var kind: Kind
    /// Without trend, season and weekday; in the unit of the second series for a difference.
    package var effect: Double
    /// The 95 % interval of the effect, which does not contain 0.
    package var interval: (low: Double, high: Double)
    /// The value above which a day of the first series is in the first group; nil: a yes/no series,
    /// or a correlation.
    package var threshold: Double?
    /// The number of days of the first group and of the others: above and at most `threshold`, done
    /// and missed, or above and at most the median of a correlation. For `weekOverWeek`, the weeks
    /// in which the first series rose, and the others.
    package var counts: (first: Int, second: Int)
    /// The false discovery rate at which the pair is found, 0 to 1.
    package var q: Double
}
