/// Intervals in which workouts of one type follow one another without a gap. Overlapping workouts are
/// merged, so a change of one workout can change the day totals of its whole interval.
package struct WorkoutClusters: Sendable {
    private var open: (type: String, start: Int64, end: Int64, isChanged: Bool)?
    private var spans: [DaySpan] = []

    package init() {}

    /// Adds a workout, in the order of type, start and end. Instants are in milliseconds since 1970.
    /// `isChanged` is true if an import adds or removes the workout.
    package mutating func add(type: String, start: Int64, end: Int64, isChanged: Bool) {
        if let last = open, last.type == type, start <= last.end {
            open?.end = max(last.end, end)
            open?.isChanged = last.isChanged || isChanged
        } else {
            close()
            open = (type, start, max(start, end), isChanged)
        }
    }

    /// The days of the intervals with a changed workout.
    package consuming func changedDays() -> [DaySpan] {
        close()
        return spans.joined
    }

    private mutating func close() {
        guard let open, open.isChanged else { return }
        spans.append(DaySpan(firstMs: open.start, lastMs: open.end))
    }
}
