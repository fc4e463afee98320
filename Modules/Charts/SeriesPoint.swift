package import CivilTime

/// A run of days with its value.
package struct SeriesPoint: Hashable, Sendable {
    package var start: CivilDate
    /// The last day, inclusive.
    package var end: CivilDate
    package var value: Double
    /// What the days are called.
    package var label: String
    /// What is said of them when they are pointed at.
    package var detail: String

    package init(
        start: CivilDate, end: CivilDate, value: Double, label: String, detail: String? = nil
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.label = label
        self.detail = detail ?? "\(label): \(DataTable.cell(value))"
    }
}

extension [SeriesPoint] {
    /// The points in runs without a gap: each begins the day after the one before it ended.
    package var runs: [[SeriesPoint]] {
        var runs: [[SeriesPoint]] = []
        for point in self {
            if let last = runs.last?.last, last.end.advanced(by: 1) == point.start {
                runs[runs.count - 1].append(point)
            } else {
                runs.append([point])
            }
        }
        return runs
    }

    /// Those that no line leads to or from.
    var isolated: [SeriesPoint] { runs.filter { $0.count == 1 }.flatMap(\.self) }
}
