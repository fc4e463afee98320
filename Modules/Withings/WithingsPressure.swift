import DelimitedText
import DeviceExports
import PluginKit

/// The rows of `bp.csv`: blood pressures in mmHg with a pulse, or a pulse alone.
struct WithingsPressure: WithingsTable {
    private let date: Int
    private let systolic: Int
    private let diastolic: Int
    private let pulse: Int?

    /// Nil without a column of the date and of both pressures.
    init?(_ header: DelimitedHeader) {
        guard let date = header.column("Date"), let systolic = header.column("Systolic"),
            let diastolic = header.column("Diastolic")
        else { return nil }
        self.date = date
        self.systolic = systolic
        self.diastolic = diastolic
        pulse = header.column("Heart rate")
    }

    func append(
        _ row: DelimitedRow, to batches: inout SampleBatches, _ time: ExportTime
    ) throws {
        let location = ItemLocation(row)
        guard let instant = time.instant(row[date]) else {
            return try batches.quarantine(
                location, type: "BloodPressure",
                reason: "its date \"\(row[date].prefix(40))\" is not valid")
        }
        let rate = pulse.flatMap { row.number($0) }.flatMap { $0 > 0 ? $0 : nil }
        if let rate {
            try batches.append(
                series("heartRate", "count/min", in: &batches), start: instant, end: instant,
                value: rate, from: location)
        }
        guard !row.isEmpty(systolic) || !row.isEmpty(diastolic) else {
            if rate == nil { batches.ignore(of: "BloodPressure without a value") }
            return
        }
        guard let upper = row.number(systolic), let lower = row.number(diastolic), upper > 0,
            lower > 0
        else {
            return try batches.quarantine(
                location, type: "BloodPressure",
                reason: "it has no systolic and diastolic value")
        }
        let values = [("bloodPressureSystolic", upper), ("bloodPressureDiastolic", lower)]
        for (metric, value) in values {
            try batches.append(
                series(metric, "mmHg", isPart: true, in: &batches), start: instant,
                end: instant, value: value, from: location)
        }
        try batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: WithingsReader.source, start: instant,
                end: instant,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: "mmHg", start: instant, end: instant, value: $0.1)
                }), from: location)
    }
}
