import DelimitedText
import DeviceExports
import PluginKit

/// The rows of `sleep.csv`: the totals of nights by stage. Nights whose stages are in another file are
/// not read.
struct WithingsNight: WithingsTable {
    private let from: Int
    private let to: Int
    private let columns: [(column: Int, stage: SleepStage)]
    private let nights: CoveredTime

    private static let stages: [(String, SleepStage)] = [
        ("deep (s)", .deep), ("light (s)", .core), ("rem (s)", .rem), ("awake (s)", .awake),
    ]

    /// Nil without the columns of the start, the end and a stage.
    init?(_ header: DelimitedHeader, nights: CoveredTime) {
        guard let from = header.column("from"), let to = header.column("to") else { return nil }
        self.from = from
        self.to = to
        self.nights = nights
        columns = Self.stages.compactMap { name, stage in
            header.column(name).map { ($0, stage) }
        }
        guard !columns.isEmpty else { return nil }
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        let location = ItemLocation(row)
        guard let start = time.instant(row[from]), let end = time.instant(row[to]), start < end
        else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        guard !nights.overlaps(start..<end) else {
            return batches.ignore(of: "totals of a night with stages")
        }
        try batches.append(
            columns.map { ($0.stage, row.number($0.column)) }, from: start, to: end,
            source: WithingsReader.source, ignoringEmpty: "night without stages", location)
    }
}
