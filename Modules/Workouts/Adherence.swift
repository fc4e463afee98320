/// What a finished workout does to the activity that stands for it on the day's list.
package enum Adherence: Hashable, Sendable {
    case completed
    /// Too little was done; the reason says how much.
    case skipped(reason: String)

    /// The share of the plan that counts as having done it.
    package static let threshold = 0.8

    /// What is counted.
    package enum Kind: String, CaseIterable, Codable, Sendable {
        case strength, cardio

        var noun: String {
            switch self {
            case .strength: "sets"
            case .cardio: "exercises"
            }
        }
    }

    /// A plan that asks for nothing is fulfilled.
    package init(kind: Kind, planned: Int, done: Int) {
        let isEnough = Double(done) >= Double(planned) * Self.threshold
        self =
            isEnough
            ? .completed : .skipped(reason: "Incomplete: \(done)/\(planned) \(kind.noun)")
    }
}
