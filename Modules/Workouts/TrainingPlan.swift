import Memberwise

/// A weekly plan of workouts.
@Memberwise
package struct TrainingPlan: Hashable, Codable, Sendable {
    package enum Status: String, CaseIterable, Codable, Sendable {
        case draft, active, inactive
    }

    package var name: String
    package var kind: Adherence.Kind
    package var status: Status = .draft
}

extension Array<TrainingPlan> {
    /// Activates the plan at `index` and deactivates the active plan of the same kind.
    package mutating func activate(_ index: Int) {
        for other in indices where self[other].kind == self[index].kind {
            if self[other].status == .active {
                self[other].status = .inactive
            }
        }
        self[index].status = .active
    }
}
