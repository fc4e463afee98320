package import CivilTime

/// The value of a range of days.
package struct SeriesPoint: Hashable, Sendable {
    package var start: CivilDate
    /// The last day, inclusive.
    package var end: CivilDate
    package var value: Double
    /// The label of the days.
    package var label: String
    /// The tooltip.
    package var detail: String
    /// True if the last of the days is not over.
    package var isPartial: Bool

    package init(
        start: CivilDate, end: CivilDate, value: Double, label: String, detail: String? = nil,
        isPartial: Bool = false
    ) {
        self.start = start
        self.end = end
        self.value = value
        self.label = label
        self.detail = detail ?? "\(label): \(DataTable.cell(value))"
        self.isPartial = isPartial
    }
}

extension [SeriesPoint] {
    /// The points split into runs of adjacent ranges.
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

    /// The points without an adjacent point.
    var isolated: [SeriesPoint] { runs.filter { $0.count == 1 }.flatMap(\.self) }
}
