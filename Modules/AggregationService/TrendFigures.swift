import Aggregation
import CivilTime
import Contracts
import Logging

/// The figures of a computed trend, for the log.
struct TrendFigures: Hashable {
    /// The number of days with a value.
    var days: Int
    /// The number of buckets.
    var buckets: Int
    /// The number of buckets with an answer of their own, such as a text.
    var answers: Int
    /// The interval of the buckets.
    var interval: Interval
    /// The distance of the first and the last value in days.
    var span: Int
    /// The number of consecutive days up to today with a value, or with a yes.
    var streak: Int

    init(_ trend: Insights.TrendsResponse, of subject: TrendSubject) {
        let points = subject.days.totals.points(of: subject.metric.dayValue)
        days = points.count
        buckets = trend.series.count
        answers = trend.series.count { $0.latest != nil }
        interval = trend.interval
        span = trend.dataSpanDays
        streak = trend.streak?.current ?? 0
    }

    /// The fields of a log record.
    var metadata: Logger.Metadata {
        [
            "days": "\(days)", "buckets": "\(buckets)", "answers": "\(answers)",
            "interval": "\(interval.rawValue)", "span": "\(span)", "streak": "\(streak)",
        ]
    }
}
