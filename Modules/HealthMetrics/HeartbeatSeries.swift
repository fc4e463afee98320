/// The series of heart beats that belongs to measurements of heart rate variability.
package enum HeartbeatSeries {
    package static let metric = "heartRateVariabilityBeats"
    package static let measurement = "heartRateVariabilitySDNN"

    /// The range of a measurement's beats, in milliseconds. Beats have a precision of a hundredth
    /// of a second, measurements of a second.
    package static func range(from start: Int64, to end: Int64) -> Range<Int64> {
        start - 1000..<end + 1000
    }
}
