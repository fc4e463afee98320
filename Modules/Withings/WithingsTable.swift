import DelimitedText
import DeviceExports
import PluginKit

/// The rows of a table, as samples and other items.
protocol WithingsTable {
    /// Appends the items of a row.
    mutating func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws
}

extension WithingsTable {
    /// The series of a metric of Withings.
    func series(
        _ metric: String, _ unit: String, device: String = "",
        resolution: SeriesDescription.Resolution = .raw, isPart: Bool = false,
        in batches: inout SampleBatches
    ) throws -> SeriesHandle {
        try batches.series(
            SeriesDescription(
                metric: metric, unit: unit, source: WithingsReader.source, device: device,
                resolution: resolution, isPart: isPart))
    }
}

/// A column whose header states its unit, such as `Weight (kg)`.
struct UnitColumn {
    let index: Int
    /// Text in the last brackets of the header.
    let unit: String

    /// Nil if the table has no column with the name before its brackets.
    init?(_ name: String, in header: DelimitedHeader) {
        for (index, title) in header.names.enumerated() {
            guard let open = title.lastIndex(of: "("), title.last == ")" else { continue }
            let words = title[..<open].lowercased().split(separator: " ")
            guard words.joined(separator: " ") == name else { continue }
            self.index = index
            unit = String(title[title.index(after: open)...].dropLast())
            return
        }
        return nil
    }
}
