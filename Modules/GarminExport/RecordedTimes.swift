/// The starts of workouts that were read from recorded files.
struct RecordedTimes {
    /// Starts in minutes since 1970, UTC.
    private var minutes: Set<Int64> = []

    private static let limit = 100_000
    private static let minute: Int64 = 60_000

    mutating func insert(_ workout: Range<Int64>) {
        if minutes.count < Self.limit { minutes.insert(workout.lowerBound / Self.minute) }
    }

    /// True if a workout starts within a minute of `start`.
    func contains(_ start: Int64) -> Bool {
        let minute = start / Self.minute
        return (minute - 1...minute + 1).contains { minutes.contains($0) }
    }
}
