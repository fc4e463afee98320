/// The days of the picture of the weight, up to the last weight.
enum WeightRange: CaseIterable {
    case quarter, year, all

    /// The days that a page shows that names none.
    static let usual = quarter

    /// The range of a name in a query; the usual one for another name.
    init(name: String?) {
        self = Self.allCases.first { $0.name == name } ?? .usual
    }

    /// The name in queries.
    var name: String {
        switch self {
        case .quarter: "3m"
        case .year: "1y"
        case .all: "all"
        }
    }

    var title: String {
        switch self {
        case .quarter: "3 months"
        case .year: "Year"
        case .all: "All"
        }
    }

    /// The number of days; nil: all.
    var days: Int? {
        switch self {
        case .quarter: 92
        case .year: 366
        case .all: nil
        }
    }
}
