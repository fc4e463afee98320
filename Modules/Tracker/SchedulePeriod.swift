package import CivilTime

/// The period of an n-times schedule or of a target: a week or a calendar month.
package enum SchedulePeriod: Hashable, Sendable {
    /// Without a start, the week starts on Monday.
    case week(startingOn: WeekStart?)
    case month

    /// The name of a period in documents and commands.
    package enum Name: String, CaseIterable, Codable, Sendable {
        case week, month
    }

    package var name: Name {
        switch self {
        case .week: .week
        case .month: .month
        }
    }

    package init(_ name: Name, weekStart: WeekStart?) {
        self =
            switch name {
            case .week: .week(startingOn: weekStart)
            case .month: .month
            }
    }

    package var weekStart: WeekStart? {
        if case .week(let start) = self { start } else { nil }
    }

    /// The period that contains `day`.
    package func bucket(containing day: CivilDate) -> Bucket {
        switch self {
        case .week(let start): Interval.week.bucket(containing: day, weekStart: start ?? .monday)
        case .month: Interval.month.bucket(containing: day)
        }
    }

    /// The greatest number of days in a period.
    package var longestInDays: Int {
        switch self {
        case .week: 7
        case .month: 31
        }
    }
}

/// The coded form is an object with the name and, for a week, the week start.
extension SchedulePeriod: Codable {
    private enum Key: String, CodingKey {
        case per, weekStart
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(Name.self, forKey: .per),
            weekStart: try container.decodeIfPresent(WeekStart.self, forKey: .weekStart))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: .per)
        try container.encodeIfPresent(weekStart, forKey: .weekStart)
    }
}
