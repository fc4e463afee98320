/// The union of ranges of time, which overlap only within a night.
final class CoveredTime {
    /// Ranges in milliseconds since 1970, UTC, by the day of their start.
    private var ranges: [Int64: Range<Int64>] = [:]

    private static let day: Int64 = 86_400_000
    /// Days with a range, 270 years.
    private static let dayLimit = 100_000

    func insert(_ range: Range<Int64>) {
        let day = range.lowerBound / Self.day
        if let known = ranges[day] {
            ranges[day] =
                min(known.lowerBound, range.lowerBound)..<max(known.upperBound, range.upperBound)
        } else if ranges.count < Self.dayLimit {
            ranges[day] = range
        }
    }

    /// True if a part of the range is covered.
    func overlaps(_ range: Range<Int64>) -> Bool {
        let first = range.lowerBound / Self.day - 1
        let last = min(range.upperBound / Self.day, first + 8)
        return first <= last && (first...last).contains { ranges[$0]?.overlaps(range) == true }
    }
}
