/// A day of a weekly plan of the seed app, where days can be linked to the same workout.
struct TrainingPlanDay {
    /// ISO weekday.
    var weekday: Int
    var label: String
    var role: Role

    enum Role: Hashable {
        case rest
        /// A separate workout.
        case single
        /// One workout for all days of the group.
        case linked(group: Int)
    }
}

/// An activity of the seed app that represents workouts of a plan.
struct TrainingPlanActivity {
    var name: String
    var weekdays: [Int]

    /// The activities of a plan, in order of their first days.
    ///
    /// Days of a linked group share an activity, and so do all rest days. Other days with equal labels are
    /// numbered.
    static func activities(of days: [TrainingPlanDay], plan: String) -> [TrainingPlanActivity] {
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
            return TrainingPlanActivity(
                name: "\(plan) – \(group.label)\(number ?? "")", weekdays: group.weekdays)
        }
    }
}
