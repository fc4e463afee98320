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

/// A day of a plan.
@Memberwise
package struct TrainingPlanDay: Hashable, Codable, Sendable {
    /// ISO weekday.
    package var weekday: Int
    package var label: String
    package var role: Role

    package enum Role: Hashable, Codable, Sendable {
        case rest
        /// A separate workout.
        case single
        /// One workout for all days of the group.
        case linked(group: Int)
    }

    /// True if a day can be linked to another day's workout: it has no exercises.
    package static func isLinkable(hasExercises: Bool) -> Bool {
        !hasExercises
    }
}

/// An activity that represents workouts of a plan.
package struct WorkoutActivity: Hashable, Sendable {
    package var name: String
    package var weekdays: [Int]
}

extension WorkoutActivity {
    /// The activities of a plan, in order of their first days.
    ///
    /// Days of a linked group share an activity, and so do all rest days. Other days with equal labels are
    /// numbered.
    package static func activities(of days: [TrainingPlanDay], plan: String) -> [WorkoutActivity] {
        var groups: [(role: TrainingPlanDay.Role, label: String, weekdays: [Int])] = []
        for day in days.sorted(by: { $0.weekday < $1.weekday }) {
            let label = day.role == .rest ? "Rest" : day.label
            let existing = groups.firstIndex { day.role != .single && $0.role == day.role }
            if let existing {
                groups[existing].weekdays.append(day.weekday)
            } else {
                groups.append((day.role, label, [day.weekday]))
            }
        }
        return groups.indices.map { index in
            let group = groups[index]
            let sameLabel = groups.indices.filter { groups[$0].label == group.label }
            let number =
                sameLabel.count > 1 ? sameLabel.firstIndex(of: index).map { " \($0 + 1)" } : nil
            return WorkoutActivity(
                name: "\(plan) – \(group.label)\(number ?? "")", weekdays: group.weekdays)
        }
    }
}
