package import CivilTime

/// Labels and positions on an axis of days.
package enum DayAxis {
    /// The axis label of the bucket that begins on `day`. `withYear` adds the year to days and
    /// weeks, for axes that span years.
    package static func label(
        _ day: CivilDate, _ interval: Interval, withYear: Bool = false
    ) -> String {
        let (year, month, _) = day.components
        return switch interval {
        case .day, .week: withYear ? "\(day.monthAndDay) \(year)" : day.monthAndDay
        case .quarter: "Q\((month + 2) / 3) \(year)"
        case .month, .half: "\(monthAbbreviation(month)) \(year)"
        case .year: "\(year)"
        }
    }

    /// The most of `total` indices at equal distances that are at most `limit`, including the last.
    package static func evenIndices(atMost limit: Int, over total: Int) -> [Int] {
        guard limit > 0, total > 0 else { return [] }
        let step = (total - 1) / limit + 1
        return Array(stride(from: (total - 1) % step, to: total, by: step))
    }

    /// About `target` of `total` indices at equal distances, including the last.
    package static func evenIndices(_ target: Int, over total: Int) -> [Int] {
        guard target > 0, total > 0 else { return [] }
        func count(_ step: Int) -> Int { (total - 1) / step + 1 }
        // If two steps miss the number equally, the wider one is used.
        let step =
            (1...total).min {
                (abs(count($0) - target), -$0) < (abs(count($1) - target), -$1)
            } ?? 1
        return Array(stride(from: (total - 1) % step, to: total, by: step))
    }

    /// The indices of labels that are at least `gap` apart. The parameter ascends by position; a
    /// label that is too near to the last accepted one is dropped.
    package static func nonOverlapping(_ labels: [(middle: Double, width: Double)], gap: Double)
        -> [Int]
    {
        var accepted: [Int] = []
        var end = -Double.infinity
        for (index, label) in labels.enumerated() {
            let start = label.middle - label.width / 2
            guard accepted.isEmpty || start >= end + gap else { continue }
            accepted.append(index)
            end = start + label.width
        }
        return accepted
    }
}
