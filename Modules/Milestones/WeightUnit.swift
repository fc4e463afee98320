/// The unit in which a body weight is entered and shown.
package enum WeightUnit: String, CaseIterable, Codable, Sendable {
    case lb, kg

    /// The exact definition of the international pound.
    package static let kilogramsPerPound = 0.45359237

    package func convert(_ weight: Double, to other: WeightUnit) -> Double {
        switch (self, other) {
        case (.lb, .kg): weight * Self.kilogramsPerPound
        case (.kg, .lb): weight / Self.kilogramsPerPound
        case (.lb, .lb), (.kg, .kg): weight
        }
    }

    /// More than the rounding error of a conversion or a difference of weights, and less than a difference
    /// that a scale shows.
    static let roundingError = 1e-9

    /// A limit in pounds, converted to this unit.
    package func limit(_ pounds: Double) -> Double {
        Self.lb.convert(pounds, to: self)
    }
}

/// The limits of body weights and goals.
package enum WeightLimits {
    /// In pounds.
    package static let weights = 1.0...1500.0
    package static let goals = 66.0...440.0
    /// Other goals are valid, with a warning.
    package static let usualGoals = 88.0...330.0

    package enum Warning: String, CaseIterable, Codable, Sendable {
        case tooLow, tooHigh
    }

    package static func isValid(weight: Double, unit: WeightUnit) -> Bool {
        contains(weight, unit, within: weights)
    }

    /// The weight, clamped to the limits.
    package static func clamped(weight: Double, unit: WeightUnit) -> Double {
        min(max(weight, unit.limit(weights.lowerBound)), unit.limit(weights.upperBound))
    }

    package static func isValid(goal: Double, unit: WeightUnit) -> Bool {
        contains(goal, unit, within: goals)
    }

    /// The warning about a valid but unusual goal; nil for any other goal.
    package static func warning(goal: Double, unit: WeightUnit) -> Warning? {
        guard isValid(goal: goal, unit: unit) else { return nil }
        if contains(goal, unit, within: usualGoals) { return nil }
        return goal < unit.limit(usualGoals.lowerBound) ? .tooLow : .tooHigh
    }

    private static func contains(
        _ weight: Double, _ unit: WeightUnit, within pounds: ClosedRange<Double>
    ) -> Bool {
        weight.isFinite && weight >= unit.limit(pounds.lowerBound) - WeightUnit.roundingError
            && weight <= unit.limit(pounds.upperBound) + WeightUnit.roundingError
    }
}
