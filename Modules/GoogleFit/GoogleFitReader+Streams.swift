import DeviceExports
import JSON
import PluginKit

extension GoogleFitReader {
    func readStream(
        _ part: FilePart, _ stream: GoogleFitStream, _ batches: inout SampleBatches
    ) throws {
        try part.readDocument(
            into: &batches, type: stream.type, progress: progress,
            isWanted: { path in
                guard path.count == 2, case .index = path[1] else { return false }
                return path[0] == .key("Data Points")
            },
            { batches, _, record, location in
                try append(record, of: stream, &batches, location)
            })
    }

    private func append(
        _ record: JSONRecord, of stream: GoogleFitStream, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        let values = record.records("fitValue").map { point in
            let value = point.record("value")
            return value?.number("fpVal") ?? value?.number("intVal")
        }
        guard let start = Self.instant(record.number("startTimeNanos")),
            let end = Self.instant(record.number("endTimeNanos")), start <= end,
            let first = values.first, let value = first
        else {
            return try batches.quarantine(
                location, type: stream.type, reason: "it has no time or value")
        }
        switch stream {
        case .estimatedSteps, .mergedSteps:
            try append(value, "stepCount", "count", start..<end, &batches, location)
        case .value(let metric, let unit, let divisor):
            try append(value / divisor, metric, unit, start..<end, &batches, location)
        case .sleep:
            guard let stage = Int64(exactly: value).flatMap({ GoogleFitStream.stages[$0] }) else {
                return batches.ignore(of: "sleep of an unknown stage")
            }
            guard addStage(start..<end) else {
                return batches.ignore(of: "stages of nights beyond the limit of a file")
            }
            let series = try batches.series(.sleep(source: Self.source))
            try batches.append(stage, to: series, start: start, end: end, from: location)
        case .bloodPressure:
            try appendPressure(values, start..<end, &batches, location)
        }
    }

    private func appendPressure(
        _ values: [Double?], _ times: Range<Int64>, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard values.count >= 2, let upper = values[0], let lower = values[1] else {
            return try batches.quarantine(
                location, type: "BloodPressure", reason: "it has no systolic and diastolic value")
        }
        let members = [("bloodPressureSystolic", upper), ("bloodPressureDiastolic", lower)]
        for (metric, value) in members {
            try append(value, metric, "mmHg", times, isPart: true, &batches, location)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: Self.source, start: times.lowerBound,
                end: times.upperBound,
                members: members.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: "mmHg", start: times.lowerBound,
                        end: times.upperBound, value: $0.1)
                }), from: location)
    }

    private func append(
        _ value: Double, _ metric: String, _ unit: String, _ times: Range<Int64>,
        isPart: Bool = false, _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        let series = try batches.series(
            SeriesDescription(metric: metric, unit: unit, source: Self.source, isPart: isPart))
        try batches.append(
            series, start: times.lowerBound, end: times.upperBound, value: value, from: location)
    }

    /// Milliseconds of nanoseconds since 1970, UTC; nil without a number, and at 0.
    private static func instant(_ nanoseconds: Double?) -> Int64? {
        nanoseconds.flatMap { $0 > 0 ? Int64(exactly: ($0 / 1_000_000).rounded(.down)) : nil }
    }
}
