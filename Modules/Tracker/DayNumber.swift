/// What the entries of an activity come to on a day.
package enum DayNumber: String, CaseIterable, Codable, Sendable {
    case total
    case mean
    /// The one that was logged last.
    case last
    /// Whether it was done.
    case yes
    /// Words: those that were given last.
    case answer

    /// Nil for an activity of which nothing is counted or told.
    package init?(
        type: ActivityType, accumulation: Accumulation?, measurement: Measurement.Name?
    ) {
        switch (type, measurement) {
        case (.checkbox, _), (.metric, .checkbox): self = .yes
        case (.value, _), (.metric, .value): self = .last
        case (.cumulative, _): self = accumulation == .average ? .mean : .total
        case (.answer, _): self = .answer
        case (.container, _), (.metric, _): return nil
        }
    }
}

extension ActivityKind {
    /// What its entries come to on a day; nil where nothing of them is counted or told.
    package var dayNumber: DayNumber? {
        switch self {
        case .cumulative(_, let accumulation):
            DayNumber(type: type, accumulation: accumulation, measurement: nil)
        case .metric(let measurement):
            DayNumber(type: type, accumulation: nil, measurement: measurement.name)
        case .checkbox, .value, .container, .answer:
            DayNumber(type: type, accumulation: nil, measurement: nil)
        }
    }
}
