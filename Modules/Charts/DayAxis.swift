package import CivilTime

/// The marks of an axis of days.
package enum DayAxis {
    /// How the bucket that begins on `day` is named on the axis of an interval.
    package static func label(_ day: CivilDate, _ interval: Interval) -> String {
        let (year, month, _) = day.components
        return switch interval {
        case .day, .week: day.monthAndDay
        case .month, .quarter, .half: "\(monthAbbreviation(month)) \(year)"
        case .year: "\(year)"
        }
    }

    /// "5 Jan", as the windows of days say it.
    package static func windowLabel(_ day: CivilDate) -> String {
        "\(day.day) \(monthAbbreviation(day.month))"
    }

    /// The indices of `count` of `total` things, the first and the last among them, spread evenly.
    package static func spreadIndices(_ count: Int, over total: Int) -> [Int] {
        guard count > 1, total > 1 else { return total > 0 && count > 0 ? [0] : [] }
        let marks = min(count, total)
        return (0..<marks).map { mark in
            (mark * (total - 1) * 2 + (marks - 1)) / ((marks - 1) * 2)
        }
    }

    /// The indices of about `wanted` of `total` things, each as far from the next, the last among
    /// them.
    package static func evenIndices(_ wanted: Int, over total: Int) -> [Int] {
        guard wanted > 0, total > 0 else { return [] }
        func count(_ step: Int) -> Int { (total - 1) / step + 1 }
        // Of two steps that miss the number by as much, the wider one.
        let step =
            (1...total).min {
                (abs(count($0) - wanted), -$0) < (abs(count($1) - wanted), -$1)
            } ?? 1
        return Array(stride(from: (total - 1) % step, to: total, by: step))
    }

    /// The indices of those labels that stand clear of the one kept before them, by at least `gap`;
    /// they go from left to right.
    package static func nonOverlapping(_ places: [(middle: Double, width: Double)], gap: Double)
        -> [Int]
    {
        var kept: [Int] = []
        var end = -Double.infinity
        for (index, place) in places.enumerated() {
            let start = place.middle - place.width / 2
            guard kept.isEmpty || start >= end + gap else { continue }
            kept.append(index)
            end = start + place.width
        }
        return kept
    }
}
