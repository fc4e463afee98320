extension Sequence<CivilDate> {
    /// The runs of consecutive days, in ascending order. A day that occurs twice counts once.
    package var runs: [ClosedRange<CivilDate>] {
        var runs: [ClosedRange<CivilDate>] = []
        for day in sorted() {
            if let last = runs.last, last.upperBound >= day.advanced(by: -1) {
                runs[runs.count - 1] = last.lowerBound...day
            } else {
                runs.append(day...day)
            }
        }
        return runs
    }
}

extension ClosedRange<CivilDate> {
    /// The range as it is written in commands, such as `2026-11-16..2026-11-20`; one day as
    /// `2026-11-16`.
    package var dayText: String {
        lowerBound == upperBound ? "\(lowerBound)" : "\(lowerBound)..\(upperBound)"
    }
}
