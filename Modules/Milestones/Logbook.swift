import CivilTime

/// Which way a weight is going.
package enum WeightDirection: String, Codable, Sendable {
    case up, down, stable

    /// A weekly rate smaller than this is no movement.
    package static let threshold = 0.1

    package init(weeklyRate: Double?) {
        guard let weeklyRate, abs(weeklyRate) >= Self.threshold else {
            self = .stable
            return
        }
        self = weeklyRate > 0 ? .up : .down
    }
}

/// A line of the logbook.
package struct LogbookRow: Hashable, Sendable {
    package var entry: WeightEntry
    /// The daily moving average at the entry's day.
    package var movingAverage: Double
    /// Change per week, `nil` without an entry at least a week older.
    package var weeklyRate: Double?
    package var direction: WeightDirection
}

/// The weekly change at the newest of `entries`, against the newest entry at least seven days older,
/// scaled to seven days.
package func weeklyRate(of entries: [WeightEntry], in unit: WeightUnit) -> Double? {
    let ordered = entries.inOrder
    guard let newest = ordered.last,
        let older = ordered.last(where: { $0.day.distance(to: newest.day) >= 7 })
    else { return nil }
    let days = Double(older.day.distance(to: newest.day))
    return (newest.weight(in: unit) - older.weight(in: unit)) / days * 7
}

/// The logbook, newest entry first.
package func logbook(of entries: [WeightEntry], in unit: WeightUnit) -> [LogbookRow] {
    let ordered = entries.inOrder
    let averages = Dictionary(
        Smoothing.ema(ordered.dayMeans(in: unit), span: Smoothing.logbookSpan)
            .map { ($0.day, $0.smoothed) }
    ) { $1 }
    return ordered.indices.reversed().map { index in
        let entry = ordered[index]
        let rate = weeklyRate(of: Array(ordered[...index]), in: unit)
        return LogbookRow(
            entry: entry, movingAverage: averages[entry.day] ?? entry.weight(in: unit),
            weeklyRate: rate, direction: WeightDirection(weeklyRate: rate))
    }
}
