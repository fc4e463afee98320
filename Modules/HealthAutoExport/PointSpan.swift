/// The time span of the points of a metric, which the file does not state: the coarsest one that all of
/// their clock times fit.
struct PointSpan: Hashable {
    private var isSeconds = false
    private var isMinutes = false
    private var isHours = false

    /// Adds a point by its seconds since midnight on the phone.
    mutating func add(secondOfDay: Int64) {
        if secondOfDay % 60 != 0 {
            isSeconds = true
        } else if secondOfDay % 3600 != 0 {
            isMinutes = true
        } else if secondOfDay != 0 {
            isHours = true
        }
    }

    /// True if the points are totals of days.
    var isDays: Bool { !isSeconds && !isMinutes && !isHours }

    /// The length of a span in milliseconds; 0 for single measurements.
    var length: Int64 {
        isSeconds ? 0 : isMinutes ? 60_000 : isHours ? 3_600_000 : 86_400_000
    }
}
