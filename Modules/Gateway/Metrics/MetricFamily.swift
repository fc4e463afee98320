/// A family of the exposition of metrics: samples of one name with different labels.
struct MetricFamily: Hashable, Sendable {
    enum Kind: String, Sendable {
        case counter, gauge, histogram
    }

    struct Sample: Hashable, Sendable {
        /// The labels in order.
        var labels: [Label]
        var value: Double
        /// The end of the name, such as `_bucket` of a histogram.
        var suffix = ""
    }

    struct Label: Hashable, Sendable {
        let name: String
        let value: String
    }

    /// The name without `_total`. The name ends with the unit, if there is one.
    let name: String
    let kind: Kind
    let help: String
    /// A unit such as `seconds`; nil: no unit.
    let unit: String?
    var samples: [Sample] = []

    init(_ name: String, kind: Kind = .gauge, unit: String? = nil, _ help: String) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.help = help
    }

    mutating func add(
        _ value: Double, _ labels: KeyValuePairs<String, String> = [:], suffix: String = ""
    ) {
        samples.append(
            Sample(
                labels: labels.map { Label(name: $0.key, value: $0.value) }, value: value,
                suffix: suffix))
    }

    mutating func add(_ value: Int, _ labels: KeyValuePairs<String, String> = [:]) {
        add(Double(value), labels)
    }
}
