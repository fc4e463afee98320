/// The width of a bucket in a trend, from the narrowest to the widest.
package enum Interval: String, CaseIterable, Codable, Hashable, Sendable {
    case day, week, month, quarter, half, year

    /// The display name.
    package var name: String {
        switch self {
        case .day: "Day"
        case .week: "Week"
        case .month: "Month"
        case .quarter: "Quarter"
        case .half: "Half"
        case .year: "Year"
        }
    }

    /// The least span of data, in days, for which the interval is available.
    ///
    /// The span is the difference between the first and the last plotted day. Days are always
    /// available, so their 1 is nominal.
    package var minimumSpanInDays: Int {
        switch self {
        case .day: 1
        case .week: 14
        case .month: 28
        case .quarter: 90
        case .half: 180
        case .year: 365
        }
    }

    /// True if the interval is available for data of this span; always true for days.
    package func isAvailable(forSpanInDays span: Int) -> Bool {
        self == .day || span >= minimumSpanInDays
    }

    /// The available intervals for data of this span, ascending; never empty.
    package static func available(forSpanInDays span: Int) -> [Interval] {
        allCases.filter { $0.isAvailable(forSpanInDays: span) }
    }

    /// The widest available interval for data of this span.
    package static func automatic(forSpanInDays span: Int) -> Interval {
        available(forSpanInDays: span).last ?? .day
    }
}

extension Interval: Comparable {
    /// Orders intervals by width.
    package static func < (lhs: Interval, rhs: Interval) -> Bool {
        lhs.minimumSpanInDays < rhs.minimumSpanInDays
    }
}

/// The number of days from the earliest to the latest, in any order; 0 for one day or an empty
/// sequence.
package func spanInDays(_ days: some Sequence<CivilDate>) -> Int {
    var days = days.makeIterator()
    guard var earliest = days.next() else { return 0 }
    var latest = earliest
    while let day = days.next() {
        if day < earliest { earliest = day }
        if day > latest { latest = day }
    }
    return earliest.distance(to: latest)
}
