/// The heart's beats that a measurement of their variability was made of: a series beside it.
package enum HeartbeatSeries {
    package static let metric = "heartRateVariabilityBeats"
    package static let measurement = "heartRateVariabilitySDNN"

    /// Where the beats of a measurement lie, all in milliseconds: they are told to a hundredth of a
    /// second, their measurement to a second.
    package static func range(from start: Int64, to end: Int64) -> Range<Int64> {
        start - 1000..<end + 1000
    }
}
