import DelimitedText
import DeviceExports
package import PluginKit

/// Reads the daily metrics of Google Fit from Google Takeout: a zip, a folder, or the table of days.
package struct GoogleFitReader {
    static let source = "Google Fit"

    /// Reads the tables of days among the parts, and counts the other files.
    /// - Throws: An `ImportProblem` if the import has no such table.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let isTable = { (part: FilePart) in
            parts.count == 1 || isDailyTable(String(part.fileName))
        }
        let tables = parts.filter(isTable)
        guard !tables.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no table of days of Google Fit, such as "
                    + "\"Daily activity metrics.csv\".",
                hint: "In Google Takeout choose Fit and English as language, and import the zip.")
        }
        for part in parts where !isTable(part) {
            batches.countFiles([String(part.fileName): ItemCounts(ignored: 1)])
        }
        let time = ExportTime(zones: try file.zoneHistory())
        var progress = ExportProgress(tables)
        for part in tables {
            progress.begin(part)
            try read(part, time, progress, &batches)
        }
        batches.setFormat("Google Fit with \(tables.count) tables of days")
    }

    /// True for the names of the table that has a row for each day.
    private static func isDailyTable(_ name: String) -> Bool {
        ["daily activity metrics.csv", "daily summaries.csv"].contains(name.lowercased())
    }

    private static func read(
        _ part: FilePart, _ time: ExportTime, _ progress: ExportProgress,
        _ batches: inout SampleBatches
    ) throws {
        var days: GoogleFitDays?
        var isFirst = true
        let name = String(part.fileName)
        try part.readTable(into: &batches, type: name, progress: progress) { batches, row, header in
            if isFirst {
                isFirst = false
                days = GoogleFitDays(header)
                if days == nil {
                    try batches.report(
                        "\(part.name): its columns are not known, and its rows are ignored",
                        at: ItemLocation(offset: 0, line: 1, text: ""))
                }
            }
            guard let days else { return batches.ignore(of: name) }
            try days.append(row, to: &batches, time)
        }
    }
}
