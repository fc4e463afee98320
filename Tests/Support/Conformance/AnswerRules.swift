import Aggregation
import CivilTime

/// An answer that is neither a number nor yes or no, with its time.
struct TimedAnswer<Value: Sendable>: Sendable {
    var at: LocalTime
    var value: Value
}

/// Returns the latest answer of each bucket, ascending; of equal times, the later one in the list.
func latestAnswers<Value: Sendable>(
    _ answers: [TimedAnswer<Value>], by interval: Interval
) -> [(bucket: Bucket, latest: TimedAnswer<Value>)] {
    var latest: [CivilDate: (bucket: Bucket, latest: TimedAnswer<Value>)] = [:]
    for answer in answers {
        let bucket = interval.bucket(containing: answer.at.date, weekStart: .monday)
        if let known = latest[bucket.start], known.latest.at > answer.at { continue }
        latest[bucket.start] = (bucket, answer)
    }
    return latest.values.sorted { $0.bucket.start < $1.bucket.start }
}

/// The position of a value between the limits, 0...1.
///
/// Nil if a limit is missing or `max` is not above `min`.
func snapshotProgress(value: Double, min: Double?, max: Double?) -> Double? {
    guard let min, let max, max > min else { return nil }
    return Swift.min(1, Swift.max(0, (value - min) / (max - min)))
}
