import CivilTime

/// The ranges of days of the training page.
enum TrainingRange: String, CaseIterable {
    case quarter, year, all

    var title: String {
        switch self {
        case .quarter: "13 weeks"
        case .year: "A year"
        case .all: "All"
        }
    }

    /// The range after a count, such as `in 13 weeks`.
    var words: String {
        switch self {
        case .quarter: "in 13 weeks"
        case .year: "in a year"
        case .all: "in all"
        }
    }

    /// The first day of the range whose last week begins on `week`; nil: no lower bound.
    func start(week: CivilDate) -> CivilDate? {
        switch self {
        case .quarter: week.advanced(by: -12 * 7)
        case .year: week.advanced(by: -51 * 7)
        case .all: nil
        }
    }
}
