/// The way in which the entries of an activity on one day become the value of the day.
package enum DayNumber: String, CaseIterable, Codable, Sendable {
    case total
    case mean
    /// The value logged last.
    case last
    /// Done or not.
    case yes
    /// The text of the last answer.
    case answer

    /// Nil for a kind without a day value: containers, photos and notes.
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
    /// The way in which entries become the value of a day; nil for a kind without a day value.
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
