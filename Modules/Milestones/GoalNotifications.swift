package import CivilTime

/// The shares of the way to a goal weight that a person is told of.
///
/// A share is told once; when the weight falls behind it, it may be told again. Of several reached
/// at once, and on one day, only the highest is told.
package struct GoalNotifications: Hashable, Codable, Sendable {
    /// Percent of the way.
    package static let shares = [25, 50, 75, 100]

    package private(set) var told: Set<Int>
    package private(set) var lastDay: CivilDate?

    package init() {
        told = []
        lastDay = nil
    }

    /// Takes the weight of a day, and gives the share to tell of, if there is one.
    package mutating func update(
        _ weight: Double, on plan: MilestonePlan, day: CivilDate
    ) -> Int? {
        let way = plan.goal - plan.start
        let share = way == 0 ? 1 : (weight - plan.start) / way
        let reached = Set(Self.shares.filter { share * 100 >= Double($0) })
        told.formIntersection(reached)
        guard let highest = reached.max(), !told.contains(highest), lastDay != day else {
            return nil
        }
        told = reached
        lastDay = day
        return highest
    }
}
