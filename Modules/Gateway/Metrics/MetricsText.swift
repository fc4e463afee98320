/// The exposition of metrics as text, for Prometheus and programs that read its formats.
enum MetricsText: Sendable {
    /// The text format of Prometheus, version 0.0.4.
    case prometheus
    /// OpenMetrics 1.0.
    case openMetrics

    /// The format that a client accepts.
    init(accept: String?) {
        self =
            accept?.lowercased().contains("application/openmetrics-text") == true
            ? .openMetrics : .prometheus
    }

    var contentType: String {
        switch self {
        case .prometheus: "text/plain; version=0.0.4; charset=utf-8"
        case .openMetrics: "application/openmetrics-text; version=1.0.0; charset=utf-8"
        }
    }

    /// The text of the families. Families without samples are left out.
    func text(_ families: [MetricFamily]) -> String {
        families.filter { !$0.samples.isEmpty }.map(text).joined()
            + (self == .openMetrics ? "# EOF\n" : "")
    }

    private func text(_ family: MetricFamily) -> String {
        let sampleName = family.name + (family.kind == .counter ? "_total" : "")
        let name = self == .openMetrics ? family.name : sampleName
        var lines = ["# TYPE \(name) \(family.kind.rawValue)"]
        if let unit = family.unit, self == .openMetrics { lines.append("# UNIT \(name) \(unit)") }
        lines.append("# HELP \(name) \(Self.escaped(family.help))")
        lines += family.samples.map { sample in
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }
            let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            return "\(sampleName)\(sample.suffix)\(list) \(Self.number(sample.value))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number without a fraction if it is whole.
    private static func number(_ value: Double) -> String {
        if let whole = Int64(exactly: value) { return String(whole) }
        if value.isNaN { return "NaN" }
        return value.isInfinite ? (value < 0 ? "-Inf" : "+Inf") : String(value)
    }

    /// The text with backslashes, quotes and line ends escaped; other control characters are removed.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"": result += "\\\""
            case "\n": result += "\\n"
            case _ where scalar.properties.generalCategory == .control: break
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
