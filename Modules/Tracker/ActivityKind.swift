import Memberwise

/// The kind of an activity, with the settings of the kind.
package enum ActivityKind: Hashable, Sendable {
    /// Done or not.
    case checkbox
    /// One number per session; a later number replaces the earlier.
    case value(Quantity)
    /// Any count of numbers per day, accumulated.
    case cumulative(Quantity, by: Accumulation)
    /// Completed through its children.
    case container
    /// A measurement.
    case metric(Measurement)
    /// An answer that is not a number.
    case answer(AnswerForm)
}

/// Unit, target and bounds of the numbers of an activity.
@Memberwise
package struct Quantity: Hashable, Codable, Sendable {
    package var target: Double? = nil
    /// The period that the target is for; nil: a day.
    package var period: SchedulePeriod? = nil
    /// True if the target must not be exceeded; nil: the target has to be reached.
    package var isLimit: Bool? = nil
    package var unit: String? = nil
    package var minimum: Double? = nil
    package var maximum: Double? = nil
}

/// The function that combines the numbers of one day.
package enum Accumulation: String, CaseIterable, Codable, Sendable {
    case sum, average

    /// The combined number of the day; 0 without numbers.
    package func total(sum: Double, count: Int) -> Double {
        switch self {
        case .sum: sum
        case .average: count == 0 ? 0 : sum / Double(count)
        }
    }
}

/// The form of a metric's measurement.
package enum Measurement: Hashable, Sendable {
    case value(Quantity)
    /// One photo for each named view.
    case photo(views: [String])
    case checkbox
    case notes

    /// The views of a photo metric that names none.
    package static let defaultViews = ["Photo"]

    /// The name of the measurement in documents.
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

/// The form of an answer that is not a number.
package enum AnswerForm: Hashable, Codable, Sendable {
    case text
    case choice(options: [String])
    case time
}

/// The name of a kind in documents and commands.
package enum ActivityType: String, CaseIterable, Codable, Sendable {
    case checkbox, value, cumulative, container, metric, answer

    /// True for metrics: a late measurement is better than a missing one.
    package var carriesForwardByDefault: Bool { self == .metric }

    /// True unless the activity is a container, which has no occurrence of its own.
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

    /// Unit, target and bounds of the activity's numbers; nil for a kind without numbers.
    package var quantity: Quantity? {
        switch self {
        case .value(let quantity), .cumulative(let quantity, _), .metric(.value(let quantity)):
            quantity
        case .checkbox, .container, .answer, .metric:
            nil
        }
    }

    /// The daily total that completes a cumulative activity; nil if any entry completes the day, if the
    /// target is for a period, or if the target is a limit.
    ///
    /// A target of 0 or less counts as no target.
    package var dailyTarget: Double? {
        guard case .cumulative(let quantity, _) = self, let target = quantity.target, target > 0,
            quantity.period == nil, quantity.isLimit != true
        else { return nil }
        return target
    }

    /// The number that a day or period must not exceed; nil without a limit. A limit can be 0.
    package var limit: Double? {
        switch self {
        case .value(let quantity), .cumulative(let quantity, _):
            quantity.isLimit == true ? quantity.target : nil
        case .checkbox, .container, .metric, .answer: nil
        }
    }

    /// The period of a target or limit of totals; nil for a daily target and without a target.
    package var targetPeriod: SchedulePeriod? {
        guard case .cumulative(let quantity, _) = self, let target = quantity.target,
            target > 0 || quantity.isLimit == true
        else { return nil }
        return quantity.period
    }
}
