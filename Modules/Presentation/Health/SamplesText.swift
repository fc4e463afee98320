package import CivilTime
package import Contracts

extension Readings.DayResponse {
    /// The samples of a day and the deleted ones, with their times in `zones`.
    package func text(_ zones: ZoneHistory, _ styler: some TextStyler) -> String {
        var lines = ["\(metric), \(unit), \(day)"]
        lines.append(
            Self.table(samples, zones).text(styler, orIfEmpty: "No samples start on that day."))
        if !removed.isEmpty {
            lines.append("Deleted; restore them with: dayline sample restore REF")
            lines.append(Self.table(removed, zones).text(styler))
        }
        return lines.joined(separator: "\n")
    }

    private static func table(_ samples: [RawSample], _ zones: ZoneHistory) -> TextTable {
        func local(_ milliseconds: Int64) -> String {
            let moment = zones.localTime(at: milliseconds)
            return "\(moment.date) \(TimeText.time(secondOfDay: moment.secondOfDay))"
        }
        var columns: [TextColumn<RawSample>] = [
            .left("start") { local($0.ref.start) }, .left("end") { local($0.ref.end) },
            .right("value") { NumberText.entered($0.value) },
        ]
        if samples.contains(where: { $0.extremes != nil }) {
            columns.append(.left("range") { $0.extremes ?? "" })
        }
        columns += [.left("source", \.source), .left("ref", \.ref.text)]
        return TextTable(of: samples, columns)
    }
}

extension RawSample {
    /// The least and the greatest value of a total, such as `52 to 80`; nil for other samples.
    package var extremes: String? {
        guard let minimum = metadata["Minimum"].flatMap(Double.init),
            let maximum = metadata["Maximum"].flatMap(Double.init)
        else { return nil }
        return "\(NumberText.entered(minimum)) to \(NumberText.entered(maximum))"
    }
}
