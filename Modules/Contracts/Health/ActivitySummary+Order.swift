extension ActivitySummary {
    /// True if this row replaces another row of the same day.
    ///
    /// A row with equal values, compared as samples are, never replaces the other. Otherwise the
    /// row of the newer export counts, since an export can be made before its last day ends, and
    /// Apple revises its totals. If the exports have the same time or no time, the row with the
    /// larger values counts, compared in the order of their names. Among rows with different
    /// values, the result does not depend on the order of the rows.
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
