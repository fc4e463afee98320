/// The distance between milestones, one of three; the steps are round numbers in both units.
package enum MilestoneInterval: String, CaseIterable, Codable, Sendable {
    case five, ten, fifteen

    package static let `default` = MilestoneInterval.five

    package func step(in unit: WeightUnit) -> Double {
        switch (self, unit) {
        case (.five, .lb): 5
        case (.ten, .lb): 10
        case (.fifteen, .lb): 15
        case (.five, .kg): 2
        case (.ten, .kg): 5
        case (.fifteen, .kg): 7
        }
    }

    /// "5 lb", "2 kg".
    package func label(in unit: WeightUnit) -> String {
        "\(Int(step(in: unit))) \(unit.rawValue)"
    }
}
