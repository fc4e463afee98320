extension ActivitySummary {
    /// True if this row replaces another one of the same day.
    ///
    /// One of equal values, as samples are equal, never does. Of others that of the newer export counts:
    /// a day is not over when it is exported, and Apple revises its totals. Of one export, or where none
    /// says when it was made, the larger counts, by the names of the values in order. So of rows that
    /// all differ the result does not depend on their order.
    package func supersedes(_ other: ActivitySummary) -> Bool {
        if unit == other.unit, Self.order(values, other.values, within: 1e-6) == 0,
            Self.order(goals, other.goals, within: 1e-6) == 0
        {
            return false
        }
        let (time, otherTime) = (exported ?? .min, other.exported ?? .min)
        if time != otherTime { return time > otherTime }
        let byValues = Self.order(values, other.values)
        if byValues != 0 { return byValues > 0 }
        let byGoals = Self.order(goals, other.goals)
        return byGoals != 0 ? byGoals > 0 : unit > other.unit
    }

    /// Compares the values in the order of their names: 0 if none differs by more than `part` of its
    /// magnitude, else 1 if the first that differs is larger in `a` or absent in `b`, and -1 otherwise.
    private static func order(
        _ a: [String: Double], _ b: [String: Double], within part: Double = 0
    ) -> Int {
        for name in Set(a.keys).union(b.keys).sorted() {
            guard let value = a[name] else { return -1 }
            guard let other = b[name] else { return 1 }
            let tolerance = part * max(value.magnitude, other.magnitude)
            if (value - other).magnitude > tolerance { return value > other ? 1 : -1 }
        }
        return 0
    }
}
