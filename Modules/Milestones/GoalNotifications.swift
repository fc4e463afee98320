package import CivilTime

/// The notifications about reached shares of the way to a goal weight.
///
/// Each share is notified once, and again after the weight has fallen behind it. If several shares are
/// reached at once or on one day, only the highest is notified.
package struct GoalNotifications: Hashable, Codable, Sendable {
    /// Percent of the way from start to goal.
    package static let shares = [25, 50, 75, 100]

    /// The notified shares that the weight has not fallen behind since, in percent.
    package private(set) var notified: Set<Int>
    /// The day of the last notification; nil: none.
    package private(set) var lastDay: CivilDate?

    package init() {
        notified = []
        lastDay = nil
    }

    /// Applies the weight of a day. Returns the share to notify in percent; nil if no share is new.
    package mutating func update(
        _ weight: Double, on plan: MilestonePlan, day: CivilDate
    ) -> Int? {
        let distance = plan.goal - plan.start
        let share = distance == 0 ? 1 : (weight - plan.start) / distance
        let percent = share * 100 + WeightUnit.roundingError
        let reached = Set(Self.shares.filter { percent >= Double($0) })
        notified.formIntersection(reached)
        guard let highest = reached.max(), !notified.contains(highest), lastDay != day else {
            return nil
        }
        notified = reached
        lastDay = day
        return highest
    }
}
