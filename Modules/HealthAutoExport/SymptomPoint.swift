import HealthMetrics
import JSON
import PluginKit

/// An element of the list `symptoms`: a symptom with its severity, over a time.
enum SymptomPoint {
    /// The name of the list in a file.
    static let list = "symptoms"

    /// HealthKit's codes by the words of a severity, a presence or a change of appetite, without spaces.
    private static let codes = [
        "unspecified": 0, "notpresent": 1, "mild": 2, "moderate": 3, "severe": 4, "present": 0,
        "nochange": 1, "decreased": 2, "increased": 3,
    ]

    /// The keys of symptoms whose names in the app Health differ from HealthKit's.
    private static let keys = [
        "bodyAndMuscleAche": "generalizedBodyAche", "congestion": "sinusCongestion",
        "cough": "coughing",
    ]

    /// Appends, ignores or quarantines a symptom.
    static func read(
        _ record: JSONRecord, into samples: HealthAutoExportSamples, _ location: ItemLocation
    ) throws {
        guard let start = record.date("start"), let name = record.text("name") else {
            return try samples.batches.quarantine(
                location, type: list, reason: "its name or its start is not valid")
        }
        let words = HealthAutoExportNames.metric(name)
        let key = keys[words] ?? words
        guard Metric.known(key: key)?.kind == .category else {
            return samples.batches.ignore(of: "symptoms of an unknown kind")
        }
        let severity = (record.text("severity") ?? "unspecified").lowercased()
        guard let code = codes[severity.filter(\.isLetter)] else {
            return try samples.batches.quarantine(
                location, type: key, reason: "its severity is not known")
        }
        samples.note(start)
        let end = max(start.instant, record.date("end")?.instant ?? start.instant)
        try samples.append(
            Double(code), key, "category", record.text("source"), start.instant..<end, .raw,
            location)
    }
}
