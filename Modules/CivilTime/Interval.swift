/// The width of a bucket in a trend, from the narrowest to the widest.
package enum Interval: String, CaseIterable, Codable, Hashable, Sendable {
    case day, week, month, quarter, half, year

    /// The word a picker shows.
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

    /// The least span, in days, that makes the interval worth offering.
    ///
    /// The span is the difference between the first and the last plotted day. A day is worth
    /// offering with any data and without, so its 1 is nominal.
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

    /// Whether data of this span can be shown in this interval; a day always can.
    package func isAvailable(forSpanInDays span: Int) -> Bool {
        self == .day || span >= minimumSpanInDays
    }

    /// The intervals that data of this span can be shown in, rising; never empty.
    package static func available(forSpanInDays span: Int) -> [Interval] {
        allCases.filter { $0.isAvailable(forSpanInDays: span) }
    }

    /// The widest interval that data of this span can be shown in.
    package static func automatic(forSpanInDays span: Int) -> Interval {
        available(forSpanInDays: span).last ?? .day
    }
}

extension Interval: Comparable {
    /// Narrower is less.
    package static func < (lhs: Interval, rhs: Interval) -> Bool {
        lhs.minimumSpanInDays < rhs.minimumSpanInDays
    }
}

/// Days from the earliest to the latest: 0 for one day or none, in any order.
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
