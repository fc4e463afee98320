import DeviceExports
import JSON
import PluginKit

extension OuraReader {
    /// The time of a stage in milliseconds.
    private static let phase: Int64 = 300_000
    /// The longest sleep in milliseconds, a week.
    private static let longest: Int64 = 604_800_000

    /// Appends a period of sleep; a day may have several.
    func appendSleep(
        _ record: some OuraRecord, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard record.text("type") != "deleted" else {
            return batches.ignore(of: "deleted sleep")
        }
        // A rest during the day in which Oura recognised no sleep.
        guard record.text("type") != "rest" else {
            return batches.ignore(of: "rest without sleep")
        }
        guard let start = instant("bedtime_start", record),
            let end = instant("bedtime_end", record), start < end, end - start <= Self.longest
        else {
            return try batches.quarantine(
                location, type: "sleepAnalysis", reason: "its start or its end is not valid")
        }
        try appendStages(record, start, end, &batches, location)
        var averages = [("average_breath", "respiratoryRate", "count/min")]
        let series = [
            ("heart_rate", "average_heart_rate", "heartRate", "count/min"),
            ("hrv", "average_hrv", "heartRateVariabilityRMSSD", "ms"),
        ]
        for (key, average, metric, unit) in series {
            let count = try appendSeries(key, metric, unit, record, &batches, location)
            if count == 0 { averages.append((average, metric, unit)) }
        }
        if record.text("type") == "long_sleep" {
            averages.append(("lowest_heart_rate", "restingHeartRate", "count/min"))
        }
        for (key, metric, unit) in averages {
            guard let value = record.positive(key) else { continue }
            try append(value, metric, unit, from: start, to: end, &batches, location)
        }
    }

    private func appendStages(
        _ record: some OuraRecord, _ start: Int64, _ end: Int64,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let phases = record.text("sleep_phase_5_min") ?? ""
        let parts =
            phases.isEmpty
            ? Self.totals(record, from: start, to: end)
            : Self.runs(phases, from: start, to: end)
        let unknown = phases.utf8.count { Self.stages[$0] == nil }
        if unknown > 0 {
            batches.ignore(unknown, of: "sleep of an unknown stage")
        }
        guard !parts.isEmpty else { return batches.ignore(of: "nights without stages") }
        let series = try batches.series(
            SeriesDescription(
                metric: "sleepAnalysis", unit: "category", source: Self.source,
                resolution: phases.isEmpty ? .day : .raw))
        for (stage, range) in parts {
            try batches.append(
                stage, to: series, start: range.lowerBound, end: range.upperBound, from: location)
        }
    }

    /// Stages by the digit of five minutes.
    private static let stages: [UInt8: SleepStage] = [
        UInt8(ascii: "1"): .deep, UInt8(ascii: "2"): .core, UInt8(ascii: "3"): .rem,
        UInt8(ascii: "4"): .awake,
    ]

    /// The stages of a text with a digit for each five minutes, equal consecutive ones as one.
    private static func runs(
        _ phases: String, from start: Int64, to end: Int64
    ) -> [(stage: SleepStage, range: Range<Int64>)] {
        var runs: [(stage: SleepStage, range: Range<Int64>)] = []
        var begin = start
        for digit in phases.utf8 {
            let next = min(end, begin + phase)
            guard begin < next else { break }
            if let stage = stages[digit] {
                if let last = runs.last, last.stage == stage, last.range.upperBound == begin {
                    runs[runs.count - 1].range = last.range.lowerBound..<next
                } else {
                    runs.append((stage, begin..<next))
                }
            }
            begin = next
        }
        return runs
    }

    /// The totals of a night as parts one after another: their times are not in the file.
    private static func totals(
        _ record: some OuraRecord, from start: Int64, to end: Int64
    ) -> [(SleepStage, Range<Int64>)] {
        let totals: [(String, SleepStage)] = [
            ("deep_sleep_duration", .deep), ("light_sleep_duration", .core),
            ("rem_sleep_duration", .rem), ("awake_time", .awake),
        ]
        var parts: [(SleepStage, Range<Int64>)] = []
        var begin = start
        for (key, stage) in totals {
            guard let seconds = record.positive(key) else { continue }
            let next = min(end, begin + Int64(min(seconds, 1e6) * 1000))
            guard begin < next else { continue }
            parts.append((stage, begin..<next))
            begin = next
        }
        return parts
    }

    /// Appends the values of a series with a start and an interval in seconds; its gaps are null.
    /// - Returns: The number of values.
    private func appendSeries(
        _ key: String, _ metric: String, _ unit: String, _ record: some OuraRecord,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws -> Int {
        var count = 0
        try record.withObject(key) { series in
            guard let first = series.text("timestamp").flatMap(self.time.instant),
                let seconds = series.number("interval"), (1...86_400).contains(seconds)
            else {
                return try batches.quarantine(
                    location, type: metric, reason: "its timestamp or its interval is not valid")
            }
            let interval = Int64(seconds * 1000)
            for (index, value) in series.numbers("items").enumerated() {
                guard let value, value > 0 else { continue }
                let (start, overflow) = first.addingReportingOverflow(Int64(index) * interval)
                guard !overflow else { return }
                try self.append(
                    value, metric, unit, from: start, to: start + interval, &batches, location)
                count += 1
            }
        }
        return count
    }
}
