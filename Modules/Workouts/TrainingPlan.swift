/// A plan of workouts over the days of a week.
package struct TrainingPlan: Hashable, Codable, Sendable {
    package enum Status: String, CaseIterable, Codable, Sendable {
        case draft, active, inactive
    }

    package var name: String
    package var kind: Adherence.Kind
    package var status: Status

    package init(name: String, kind: Adherence.Kind, status: Status = .draft) {
        self.name = name
        self.kind = kind
        self.status = status
    }
}

extension Array<TrainingPlan> {
    /// Makes the plan at `index` the active one of its kind; the one before it stops.
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
package struct TrainingPlanDay: Hashable, Codable, Sendable {
    /// ISO weekday.
    package var weekday: Int
    package var label: String
    package var role: Role

    package enum Role: Hashable, Codable, Sendable {
        case rest
        /// A workout of its own.
        case single
        /// One workout done on every day of the group.
        case linked(group: Int)
    }

    package init(weekday: Int, label: String, role: Role) {
        self.weekday = weekday
        self.label = label
        self.role = role
    }

    /// Whether a day may be linked to another's workout: only one without exercises of its own.
    package static func isLinkable(hasExercises: Bool) -> Bool {
        !hasExercises
    }
}

/// The activity that stands for a workout on the day's list.
package struct WorkoutActivity: Hashable, Sendable {
    package var name: String
    package var weekdays: [Int]
}

extension WorkoutActivity {
    /// The shells of a plan, in the order of their first day.
    ///
    /// Linked days share one and all rest days one; days of equal label that are not linked are
    /// numbered.
    package static func shells(of days: [TrainingPlanDay], plan: String) -> [WorkoutActivity] {
        var shells: [(role: TrainingPlanDay.Role, label: String, weekdays: [Int])] = []
        for day in days.sorted(by: { $0.weekday < $1.weekday }) {
            let label = day.role == .rest ? "Rest" : day.label
            let known = shells.firstIndex { day.role != .single && $0.role == day.role }
            if let known {
                shells[known].weekdays.append(day.weekday)
            } else {
                shells.append((day.role, label, [day.weekday]))
            }
        }
        return shells.indices.map { index in
            let shell = shells[index]
            let alike = shells.indices.filter { shells[$0].label == shell.label }
            let number = alike.count > 1 ? alike.firstIndex(of: index).map { " \($0 + 1)" } : nil
            return WorkoutActivity(
                name: "\(plan) – \(shell.label)\(number ?? "")", weekdays: shell.weekdays)
        }
    }
}
