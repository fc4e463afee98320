import CivilTime
import DelimitedText
import DeviceExports
import PluginKit

/// The rows of `Daily activity metrics.csv`: the totals of local days.
struct GoogleFitDays {
    private let date: Int
    private let columns: [(index: Int, metric: String, unit: String)]

    /// Metrics with the name of their column and their unit. Calories include the energy at rest, which
    /// no metric of active energy may contain.
    private static let measures = [
        ("Step count", "stepCount", "count"),
        ("Distance (m)", "distanceWalkingRunning", "m"),
        ("Average weight (kg)", "bodyMass", "kg"),
    ]

    /// Nil without a date and a measure.
    init?(_ header: DelimitedHeader) {
        guard let date = header.column("Date") else { return nil }
        self.date = date
        columns = Self.measures.compactMap { name, metric, unit in
            header.column(name).map { ($0, metric, unit) }
        }
        guard !columns.isEmpty else { return nil }
    }

    /// Appends the totals of a row. A total of 0 means that nothing was recorded.
    func append(_ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime) throws {
        let location = ItemLocation(row)
        guard let day = CivilDate(row[date][...]) else {
            return try batches.quarantine(
                location, type: columns[0].metric,
                reason: "its date \"\(row[date].prefix(40))\" is not valid")
        }
        let range = time.day(day)
        for (index, metric, unit) in columns where !row.isEmpty(index) {
            guard let value = row.number(index) else {
                try batches.quarantine(
                    location, type: metric,
                    reason: "its value \"\(row[index].prefix(40))\" is not a number")
                continue
            }
            guard value != 0 else {
                batches.ignore(of: "\(metric) of 0")
                continue
            }
            let series = try batches.series(
                SeriesDescription(
                    metric: metric, unit: unit, source: GoogleFitReader.source, resolution: .day))
            try batches.append(
                series, start: range.lowerBound, end: range.upperBound, value: value,
                from: location)
        }
    }
}
