import Contracts

/// The bars that the page of an activity shows. The raw value is that of the address.
enum ActivityRange: String, CaseIterable {
    case week = "1w"
    case month = "1m"
    case quarter = "3m"
    case sixMonths = "6m"
    case year = "1y"
    case threeYears = "3y"

    /// The range as the service names it.
    enum Service: String { case week, month, quarter, sixMonths, year, threeYears }

    var service: Service {
        switch self {
        case .week: .week
        case .month: .month
        case .quarter: .quarter
        case .sixMonths: .sixMonths
        case .year: .year
        case .threeYears: .threeYears
        }
    }

    var title: String {
        switch self {
        case .week: "7 days"
        case .month: "Month"
        case .quarter: "Quarter"
        case .sixMonths: "6 months"
        case .year: "Year"
        case .threeYears: "3 years"
        }
    }

    /// True if a bar is a week instead of a day.
    var hasWeeks: Bool {
        switch self {
        case .week, .month, .quarter: false
        case .sixMonths, .year, .threeYears: true
        }
    }
}
