/// The time span of the points of a metric, which the file does not state: the coarsest one that all of
/// their clock times fit.
struct PointSpan: Hashable {
    /// True if a clock time is not at a full minute.
    private var hasSeconds = false
    /// True if a clock time at a full minute is not at a full hour.
    private var hasMinutes = false
    /// True if a clock time at a full hour is not midnight.
    private var hasHours = false

    /// Adds a point by its seconds since midnight on the phone.
    mutating func add(secondOfDay: Int64) {
        if secondOfDay % 60 != 0 {
            hasSeconds = true
        } else if secondOfDay % 3600 != 0 {
            hasMinutes = true
        } else if secondOfDay != 0 {
            hasHours = true
        }
    }

    /// True if the points are totals of days.
    var isDays: Bool { !hasSeconds && !hasMinutes && !hasHours }

    /// The length of a span in milliseconds; 0 for single measurements.
    var length: Int64 {
        hasSeconds ? 0 : hasMinutes ? 60_000 : hasHours ? 3_600_000 : 86_400_000
    }
}
