import DelimitedText
import DeviceExports
import PluginKit

extension SamsungReader {
    private static let stages: [Int: SleepStage] = [
        40001: .awake, 40002: .core, 40003: .deep, 40004: .rem,
    ]

    func appendStage(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let start = columns.instant("start_time", row),
            let end = columns.instant("end_time", row), start <= end
        else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        guard let number = columns.integer("stage", row), let stage = Self.stages[number] else {
            return try batches.quarantine(
                location, type: "sleepAnalysis",
                reason: "its stage \"\(columns.text("stage", row).prefix(20))\" is not known")
        }
        addNight(columns.text("sleep_id", row))
        try append(stage, start, end, row, columns, &batches, location)
    }

    /// Appends a night without stages.
    func appendNight(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let start = columns.instant("start_time", row),
            let end = columns.instant("end_time", row), start < end
        else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        guard !hasStages(columns.text("datauuid", row)) else {
            return batches.ignore(of: "nights with stages")
        }
        try append(.asleep, start, end, row, columns, &batches, location)
    }

    private func append(
        _ stage: SleepStage, _ start: Int64, _ end: Int64, _ row: DelimitedRow,
        _ columns: SamsungColumns, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let series = try batches.series(
            .sleep(source: source(row, columns), device: device(row, columns)))
        try batches.append(stage, to: series, start: start, end: end, from: location)
    }
}
