import JSON
import PluginKit

/// A blood pressure: two samples and the correlation of them.
enum PressurePoint {
    /// The name of the metric in a file.
    static let metric = "blood_pressure"

    /// Appends or quarantines a blood pressure.
    static func read(
        _ record: JSONRecord, _ metric: HealthAutoExportOutline.Metric,
        _ date: HealthAutoExportDate.Parsed, into samples: HealthAutoExportSamples,
        _ location: ItemLocation
    ) throws {
        guard let systolic = record.number("systolic"), let diastolic = record.number("diastolic")
        else {
            return try samples.batches.quarantine(
                location, type: metric.name, reason: "it has no systolic and diastolic value")
        }
        let unit = metric.units.isEmpty ? "mmHg" : metric.units
        let source = record.text("source") ?? HealthAutoExportSamples.defaultSource
        let values = [("bloodPressureSystolic", systolic), ("bloodPressureDiastolic", diastolic)]
        do {
            for (key, value) in values {
                let series = try samples.batches.series(
                    SeriesDescription(metric: key, unit: unit, source: source, isPart: true))
                try samples.batches.append(
                    series, start: date.instant, end: date.instant, value: value, from: location)
            }
        } catch let mismatch as UnitMismatch {
            return try samples.quarantine(mismatch, of: metric.name, location)
        }
        try samples.batches.append(
            ImportedCorrelation(
                type: "BloodPressure", source: source, start: date.instant, end: date.instant,
                members: values.map {
                    ImportedCorrelation.Member(
                        metric: $0.0, unit: unit, start: date.instant, end: date.instant,
                        value: $0.1)
                }), from: location)
    }
}
