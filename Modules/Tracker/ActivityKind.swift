/// What an activity asks for when it is due.
package enum ActivityKind: Hashable, Sendable {
    /// Done or not.
    case checkbox
    /// One number a session; a later one replaces the earlier.
    case value(Quantity)
    /// Many numbers a day, taken together.
    case cumulative(Quantity, by: Accumulation)
    /// Complete through its children.
    case container
    /// An outcome that is measured rather than done.
    case metric(Measurement)
    /// An answer that is no number.
    case answer(AnswerForm)
}

/// What a number measures, and where it should go.
package struct Quantity: Hashable, Codable, Sendable {
    package var target: Double?
    package var unit: String?
    package var minimum: Double?
    package var maximum: Double?

    package init(
        target: Double? = nil, unit: String? = nil, minimum: Double? = nil, maximum: Double? = nil
    ) {
        self.target = target
        self.unit = unit
        self.minimum = minimum
        self.maximum = maximum
    }
}

/// How the numbers of one day become the day's number.
package enum Accumulation: String, CaseIterable, Codable, Sendable {
    case sum, average

    /// The day's number, 0 without numbers.
    package func total(sum: Double, count: Int) -> Double {
        switch self {
        case .sum: sum
        case .average: count == 0 ? 0 : sum / Double(count)
        }
    }
}

/// How an outcome is measured.
package enum Measurement: Hashable, Sendable {
    case value(Quantity)
    /// One photo for each named view.
    case photo(views: [String])
    case checkbox
    case notes

    /// What a photo metric asks for when nobody named its views.
    package static let defaultViews = ["Photo"]

    /// The word for it, as documents spell it.
    package enum Name: String, CaseIterable, Codable, Sendable {
        case photo, value, checkbox, notes
    }

    package var name: Name {
        switch self {
        case .value: .value
        case .photo: .photo
        case .checkbox: .checkbox
        case .notes: .notes
        }
    }
}

/// The form of an answer that is no number.
package enum AnswerForm: Hashable, Codable, Sendable {
    case text
    case choice(options: [String])
    case time
}

/// The word for a kind, as documents and commands spell it.
package enum ActivityType: String, CaseIterable, Codable, Sendable {
    case checkbox, value, cumulative, container, metric, answer

    /// Metrics are measured late rather than not at all.
    package var carriesForwardByDefault: Bool { self == .metric }

    /// A container has no occurrence of its own to carry.
    package var canCarryForward: Bool { self != .container }
}

extension ActivityKind {
    package var type: ActivityType {
        switch self {
        case .checkbox: .checkbox
        case .value: .value
        case .cumulative: .cumulative
        case .container: .container
        case .metric: .metric
        case .answer: .answer
        }
    }

    /// What the numbers of the activity measure; `nil` where it has none.
    package var quantity: Quantity? {
        switch self {
        case .value(let quantity), .cumulative(let quantity, _), .metric(.value(let quantity)):
            quantity
        case .checkbox, .container, .answer, .metric:
            nil
        }
    }

    /// The day's number that completes a cumulative day; `nil` where any entry does.
    ///
    /// A target of 0 or less asks for nothing, so it is none.
    package var dailyTarget: Double? {
        guard case .cumulative(let quantity, _) = self, let target = quantity.target, target > 0
        else { return nil }
        return target
    }
}
