import ArgumentParser
import CivilTime
import NaturalInput

/// A day of a record or a query: words refer to the latest such day.
extension CivilDate: ExpressibleByArgument {
    init?(argument: String) {
        guard let day = DayExpressionContext.day(argument, .past) else { return nil }
        self = day
    }

    var defaultValueDescription: String { description }
}

/// A day of a plan: words refer to the next such day.
struct PlannedDay: ExpressibleByArgument {
    let date: CivilDate

    init?(argument: String) {
        guard let day = DayExpressionContext.day(argument, .planned) else { return nil }
        date = day
    }
}

/// A day or range `A..B` of records; the first day can be after the last.
struct RecordedDays: ExpressibleByArgument {
    let first: CivilDate
    let last: CivilDate

    init?(argument: String) {
        guard let ends = DayExpressionContext.range(argument, .past) else { return nil }
        (first, last) = ends
    }

    /// The day, or the range as `A..B`.
    var text: String { first == last ? "\(first)" : "\(first)..\(last)" }
}

/// A day or range `A..B` of a plan; the first day can be after the last.
struct PlannedDays: ExpressibleByArgument {
    let first: CivilDate
    let last: CivilDate

    init?(argument: String) {
        guard let ends = DayExpressionContext.range(argument, .planned) else { return nil }
        (first, last) = ends
    }
}
