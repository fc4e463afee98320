import DelimitedText
import DeviceExports
package import PluginKit

/// Reads the data archive of a Withings account: a zip, a folder, or one of its tables.
package struct WithingsReader {
    private let time: ExportTime
    private var progress: ExportProgress
    /// The times that the sleep stages of devices cover.
    private let nights = CoveredTime()
    private let measuredDays = MeasuredDays()

    static let source = "Withings"

    /// Reads the tables among the parts, and counts the others.
    /// - Throws: An `ImportProblem` if the import has no such table.
    package static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        let parts = try file.parts()
        let known = parts.compactMap { part in
            WithingsFile(named: part.fileName).map { (part: part, kind: $0) }
        }
        guard !known.isEmpty else {
            throw ImportProblem(
                "\(file.name) has no table of Withings, such as weight.csv or "
                    + "raw_tracker_steps.csv.",
                hint: "In the app choose Profile, Settings, Download your data, and import the zip."
            )
        }
        for part in parts where WithingsFile(named: part.fileName) == nil {
            batches.countFiles([String(part.fileName): ItemCounts(ignored: 1)])
        }
        var reader = WithingsReader(
            time: ExportTime(zones: try file.zoneHistory()),
            progress: ExportProgress(known.map(\.part)))
        for (part, kind) in known.sorted(by: { $0.kind.order < $1.kind.order }) {
            reader.progress.begin(part)
            try reader.read(part, kind, &batches)
        }
        batches.setFormat("data archive of Withings with \(known.count) tables")
    }

    private init(time: ExportTime, progress: ExportProgress) {
        self.time = time
        self.progress = progress
    }

    private func read(
        _ part: FilePart, _ kind: WithingsFile, _ batches: inout SampleBatches
    ) throws {
        var table: (any WithingsTable)?
        var isFirst = true
        let name = String(part.fileName)
        try part.readTable(into: &batches, type: name, progress: progress) { batches, row, header in
            if isFirst {
                isFirst = false
                table =
                    self.table(kind, header)
                    ?? kind.english(header).flatMap { self.table(kind, $0) }
                if table == nil {
                    try batches.report(
                        "\(part.name): its columns are not known, and its rows are ignored",
                        at: ItemLocation(offset: 0, line: 1, text: ""))
                }
            }
            guard table != nil else { return batches.ignore(of: name) }
            try table?.append(row, to: &batches, time)
        }
    }

    private func table(_ kind: WithingsFile, _ header: DelimitedHeader) -> (any WithingsTable)? {
        switch kind {
        case .weight, .height: WithingsBody(header)
        case .bloodPressure: WithingsPressure(header)
        case .sleep: WithingsNight(header, nights: nights)
        case .activities: WithingsActivity(header)
        case .raw(let device, let measure):
            WithingsIntervals(
                header, device: device, measure: measure, nights: nights, days: measuredDays)
        case .days(let measure):
            WithingsDays(header, measure: measure, measured: measuredDays)
        }
    }
}
