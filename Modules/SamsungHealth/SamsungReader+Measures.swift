import DelimitedText
import DeviceExports
import JSON
import PluginKit

extension SamsungReader {
    private static let invalidStart = "its start_time is not valid"

    /// Appends the measurements of a row.
    func append(
        _ measures: [SamsungMeasure], _ row: DelimitedRow, _ columns: SamsungColumns,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let start = columns.instant("start_time", row) else {
            return try batches.quarantine(
                location, type: measures[0].metric, reason: Self.invalidStart)
        }
        let end = max(start, columns.instant("end_time", row) ?? start)
        var isEmpty = true
        for measure in measures {
            guard let value = columns.positive(measure.column, row) else { continue }
            isEmpty = false
            try batches.append(
                series(measure.metric, measure.unit, row, columns, in: &batches), start: start,
                end: end, value: value * measure.factor, from: location)
        }
        if isEmpty { batches.ignore(of: "\(measures[0].metric) without a value") }
    }

    /// Appends the total of a day over all devices. The rows of single devices overlap with it.
    func appendSteps(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard columns.integer("source_type", row) == -2 else {
            return batches.ignore(of: "steps of single devices")
        }
        try appendDay("count", row, columns, &batches, location)
    }

    /// Appends the total of a day of one device, in an export without totals over all devices.
    func appendDaySummary(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        try appendDay("step_count", row, columns, &batches, location)
    }

    private func appendDay(
        _ column: String, _ row: DelimitedRow, _ columns: SamsungColumns,
        _ batches: inout SampleBatches, _ location: ItemLocation
    ) throws {
        guard let day = columns.day(row) else {
            return try batches.quarantine(
                location, type: "stepCount", reason: "its day_time is not valid")
        }
        let range = time.day(day)
        guard let steps = columns.positive(column, row) else {
            return batches.ignore(of: "days without steps")
        }
        let values = [
            ("stepCount", "count", steps),
            ("distanceWalkingRunning", "m", columns.positive("distance", row) ?? 0),
        ]
        for (metric, unit, value) in values where value > 0 {
            try batches.append(
                series(metric, unit, row, columns, resolution: .day, in: &batches),
                start: range.lowerBound, end: range.upperBound, value: value, from: location)
        }
    }

    /// Appends the heart rates of a row: those of its JSON file, or its own.
    func appendHeartRate(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        if let document = document("binning_data", row, columns) {
            batches.ignore(of: "heart rates with minutes")
            return try appendBins(
                document, [("heart_rate", "heartRate", "count/min")], row, columns, &batches)
        }
        let measure = SamsungMeasure(
            column: "heart_rate", metric: "heartRate", unit: "count/min")
        try append([measure], row, columns, &batches, location)
    }

    /// Appends the variability of a row, which is in its JSON file.
    func appendVariability(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        batches.ignore(of: "hrv")
        guard let document = document("binning_data", row, columns) else { return }
        try appendBins(
            document,
            [
                ("sdnn", "heartRateVariabilitySDNN", "ms"),
                ("rmssd", "heartRateVariabilityRMSSD", "ms"),
            ], row, columns, &batches)
    }

    /// Appends the elements of a JSON file, whose times are milliseconds since 1970, UTC.
    func appendBins(
        _ document: FilePart, _ measures: [(key: StaticString, metric: String, unit: String)],
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches
    ) throws {
        try document.readDocument(
            into: &batches, type: measures[0].metric, progress: documentProgress,
            isWanted: { $0.count == 1 }
        ) { batches, _, record, location in
            guard let start = record.instant("start_time") else {
                return try batches.quarantine(
                    location, type: measures[0].metric, reason: Self.invalidStart)
            }
            let end = max(start, record.instant("end_time") ?? start)
            var isEmpty = true
            for (key, metric, unit) in measures {
                guard let value = record.number(key), value > 0 else { continue }
                isEmpty = false
                try batches.append(
                    self.series(metric, unit, row, columns, in: &batches), start: start, end: end,
                    value: value, from: location)
            }
            if isEmpty { batches.ignore(of: "\(measures[0].metric) without a value") }
        }
    }

    func appendPressure(
        _ row: DelimitedRow, _ columns: SamsungColumns, _ batches: inout SampleBatches,
        _ location: ItemLocation
    ) throws {
        guard let time = columns.instant("start_time", row),
            let systolic = columns.positive("systolic", row),
            let diastolic = columns.positive("diastolic", row)
        else {
            return try batches.quarantine(
                location, type: "BloodPressure",
                reason: "its start_time or its values are not valid")
        }
        if let pulse = columns.positive("pulse", row) {
            try batches.append(
                series("heartRate", "count/min", row, columns, in: &batches), start: time,
                end: time, value: pulse, from: location)
        }
        let values = [
            ("bloodPressureSystolic", systolic), ("bloodPressureDiastolic", diastolic),
        ]
        for (metric, value) in values {
            try batches.append(
                series(metric, "mmHg", row, columns, isPart: true, in: &batches), start: time,
                end: time, value: value, from: location)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: source(row, columns), start: time, end: time,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: "mmHg", start: time, end: time, value: $0.1)
                }), from: location)
    }
}
