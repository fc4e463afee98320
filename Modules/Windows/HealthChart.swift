/// The charts of the health page, in order. All show the same window of days and scroll separately.
package enum HealthChart: String, CaseIterable, Hashable, Sendable {
    case workoutDuration, calories, sleep, hrv, rhr, respiratoryRate

    package enum Kind: String, Hashable, Sendable {
        case bar, area, line
    }

    package var kind: Kind {
        switch self {
        case .workoutDuration, .calories: .bar
        case .sleep: .area
        case .hrv, .rhr, .respiratoryRate: .line
        }
    }

    package var colour: String {
        switch self {
        case .workoutDuration, .hrv: "green"
        case .calories: "orange"
        case .sleep: "indigo"
        case .rhr: "red"
        case .respiratoryRate: "cyan"
        }
    }

    package var section: String {
        switch self {
        case .workoutDuration, .calories: "Activity"
        case .sleep: "Recovery"
        case .hrv, .rhr, .respiratoryRate: "Vitals"
        }
    }
}
