import CivilTime

/// The direction in which a weight changes.
package enum WeightDirection: String, CaseIterable, Codable, Sendable {
    case up, down, stable

    /// The weekly rate below which a weight is stable. A difference such as 80 - 79.9 is less by a rounding
    /// error, and is not stable.
    package static let threshold = 0.1

    package init(weeklyRate: Double?) {
        guard let weeklyRate, abs(weeklyRate) >= Self.threshold - WeightUnit.roundingError else {
            self = .stable
            return
        }
        self = weeklyRate > 0 ? .up : .down
    }
}

/// A row of the weight log.
package struct WeightLogRow: Hashable, Sendable {
    package var entry: WeightEntry
    /// The daily moving average on the day of the entry.
    package var movingAverage: Double
    /// The change per week; nil without an entry that is at least a week older.
    package var weeklyRate: Double?
    package var direction: WeightDirection
}

/// The weekly change of the newest of `entries` against the newest entry at least seven days older, scaled
/// to seven days; nil without such an entry.
package func weeklyRate(of entries: [WeightEntry], in unit: WeightUnit) -> Double? {
    let ordered = entries.inOrder
    guard let newest = ordered.last,
        let older = ordered.last(where: { $0.day.distance(to: newest.day) >= 7 })
    else { return nil }
    return weeklyRate(from: older, to: newest, in: unit)
}

private func weeklyRate(
    from older: WeightEntry, to newer: WeightEntry, in unit: WeightUnit
) -> Double {
    let days = Double(older.day.distance(to: newer.day))
    return (newer.weight(in: unit) - older.weight(in: unit)) / days * 7
}

/// The rows of the weight log, newest entry first.
package func weightLogRows(of entries: [WeightEntry], in unit: WeightUnit) -> [WeightLogRow] {
    let ordered = entries.inOrder
    let averages = Dictionary(
        Smoothing.ema(ordered.dayMeans(in: unit))
            .map { ($0.day, $0.smoothed) }
    ) { $1 }
    // The index of the newest entry at least a week older than the current row.
    var older = ordered.count - 1
    return ordered.reversed().map { entry in
        while older >= 0, ordered[older].day.distance(to: entry.day) < 7 { older -= 1 }
        let rate = older < 0 ? nil : weeklyRate(from: ordered[older], to: entry, in: unit)
        return WeightLogRow(
            entry: entry, movingAverage: averages[entry.day] ?? entry.weight(in: unit),
            weeklyRate: rate, direction: WeightDirection(weeklyRate: rate))
    }
}
