package import CivilTime

/// An answer that is neither a number nor yes or no, with the moment it was given at.
package struct TimedAnswer<Value: Sendable>: Sendable {
    package var at: LocalTime
    package var value: Value

    package init(at: LocalTime, value: Value) {
        self.at = at
        self.value = value
    }
}

/// The latest answer of each bucket, ascending; of one moment the later in the list.
package func latestAnswers<Value: Sendable>(
    _ answers: [TimedAnswer<Value>], by interval: Interval, weekStart: WeekStart = .monday
) -> [(bucket: Bucket, latest: TimedAnswer<Value>)] {
    var latest: [CivilDate: (bucket: Bucket, latest: TimedAnswer<Value>)] = [:]
    for answer in answers {
        let bucket = interval.bucket(containing: answer.at.date, weekStart: weekStart)
        if let held = latest[bucket.start], held.latest.at > answer.at { continue }
        latest[bucket.start] = (bucket, answer)
    }
    return latest.values.sorted { $0.bucket.start < $1.bucket.start }
}

/// How far a value is on the way from the least to the greatest allowed, 0...1.
///
/// Nil when a limit is missing, or they leave no room.
package func snapshotProgress(value: Double, min: Double?, max: Double?) -> Double? {
    guard let min, let max, max > min else { return nil }
    return Swift.min(1, Swift.max(0, (value - min) / (max - min)))
}
