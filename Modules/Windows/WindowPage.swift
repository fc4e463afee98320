package import CivilTime

/// The days that a client requests.
package enum WindowSelection: Hashable, Sendable {
    /// The first load, ending today.
    case latest
    /// The page that ends on the previous day.
    case before(CivilDate)
    /// The page that starts on the next day.
    case after(CivilDate)
}

/// The requested days of a metric, including gaps.
package struct WindowPage: Hashable, Sendable {
    package struct Day: Hashable, Sendable {
        package let date: CivilDate
        /// Nil without data.
        package let value: Double?
    }

    package let days: [Day]
    package let hasOlder: Bool
    package let hasNewer: Bool

    package var earliest: CivilDate? { days.first?.date }
    package var latest: CivilDate? { days.last?.date }

    /// The mean over the days of the page that have data; nil without data.
    package var averageOverDays: Double? {
        average(days.map(\.value))
    }

    /// - Parameters:
    ///   - values: Values by day, of any days.
    ///   - request: The requested days. A page contains no day after `today` or before the first value.
    ///   - today: The last day.
    ///   - rules: The page size.
    package init(
        values: [CivilDate: Double], request: WindowSelection = .latest, today: CivilDate,
        rules: PagingRules = PagingRules()
    ) {
        let firstDay = values.keys.filter { $0 <= today }.min()
        let window: DayWindow?
        switch request {
        case .latest:
            window = rules.initialWindow(today: today)
        case .before(let date):
            let edge = min(date, today.advanced(by: 1))
            window = rules.page(
                .older, of: DayWindow(earliest: edge, latest: edge), firstSample: firstDay ?? edge,
                today: today)
        case .after(let date):
            window = rules.page(
                .newer, of: DayWindow(earliest: date, latest: date), firstSample: nil, today: today)
        }
        days = window?.days.map { Day(date: $0, value: values[$0]) } ?? []
        switch (window, request) {
        case (let window?, _):
            hasOlder = firstDay.map { $0 < window.earliest } ?? false
            hasNewer = window.latest < today
        case (nil, .before(let date)):
            hasOlder = false
            hasNewer = date <= today
        case (nil, .after), (nil, .latest):
            hasOlder = firstDay != nil
            hasNewer = false
        }
    }
}

/// The mean of the non-nil values; nil without any.
package func average(_ values: [Double?]) -> Double? {
    let known = values.compactMap(\.self)
    return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
}
