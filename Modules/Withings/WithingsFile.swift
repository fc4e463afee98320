import DelimitedText

/// The kind of a file in a data archive of Withings, by its name.
enum WithingsFile: Hashable {
    case weight
    case height
    case bloodPressure
    case sleep
    case activities
    /// Measurements of a kind of device (`tracker`, `bed`, `hr`, `spo2`), such as `steps`.
    case raw(device: String, measure: String)
    /// The totals of days of a measure.
    case days(measure: String)

    /// Nil for a file of another kind.
    init?(named name: Substring) {
        guard name.hasSuffix(".csv") else { return nil }
        let stem = name.dropLast(4)
        switch stem {
        case "weight": self = .weight
        case "height": self = .height
        case "bp": self = .bloodPressure
        case "sleep": self = .sleep
        case "activities": self = .activities
        default:
            let parts = stem.split(separator: "_", maxSplits: 2)
            if parts.count == 3, parts[0] == "raw" {
                self = .raw(device: String(parts[1]), measure: String(parts[2]))
            } else if parts.count >= 2, parts[0] == "aggregates" {
                let measure = stem.dropFirst("aggregates_".utf8.count)
                self = .days(measure: String(measure).replacing("_", with: "-"))
            } else {
                return nil
            }
        }
    }

    /// The position among the files: nights with stages are known before the totals of nights are read,
    /// and measurements before the totals of days.
    var order: Int {
        switch self {
        case .raw(_, "sleep-state"): 0
        case .raw: 1
        default: 2
        }
    }

    /// The English names of the first columns. The names of an archive are in the language of its account;
    /// the order is the same.
    private var columns: [String] {
        switch self {
        case .weight: ["Date", "Weight", "Fat mass", "Bone mass", "Muscle mass", "Hydration"]
        case .height: ["Date", "Height"]
        case .bloodPressure: ["Date", "Heart rate", "Systolic", "Diastolic"]
        case .sleep: ["from", "to", "light (s)", "deep (s)", "rem (s)", "awake (s)"]
        case .activities: ["from", "to"]
        case .raw, .days: []
        }
    }

    /// The header of a table in another language with English names; nil if its form is not known.
    func english(_ header: DelimitedHeader) -> DelimitedHeader? {
        let units = header.names.map { name in
            name.last == ")" ? name.lastIndex(of: "(").map { name[$0...] } : nil
        }
        if self == .sleep, !(units.count > 5 && units[2...5].allSatisfy { $0 == "(s)" }) {
            return nil
        }
        if self == .bloodPressure, units.count < columns.count { return nil }
        let names = header.names.indices.map { index -> String in
            guard columns.indices.contains(index) else { return header.names[index] }
            let hasUnit = index > 0 && (self == .weight || self == .height)
            guard hasUnit else { return columns[index] }
            return units[index].map { "\(columns[index]) \($0)" } ?? header.names[index]
        }
        return DelimitedHeader(names: names)
    }
}

/// The metric of a measure in `raw_*.csv` and `aggregates_*.csv`.
struct WithingsMeasure {
    let metric: String
    let unit: String
    /// Factor of the values to the unit.
    var factor = 1.0

    /// Nil for a measure without a metric.
    init?(_ name: String) {
        switch name {
        case "steps": (metric, unit) = ("stepCount", "count")
        case "distance": (metric, unit) = ("distanceWalkingRunning", "m")
        case "calories-earned": (metric, unit) = ("activeEnergyBurned", "kcal")
        case "calories-passive": (metric, unit) = ("basalEnergyBurned", "kcal")
        case "hr": (metric, unit) = ("heartRate", "count/min")
        case "respiratory-rate": (metric, unit) = ("respiratoryRate", "count/min")
        case "auto_spo2", "spo2":
            (metric, unit) = ("oxygenSaturation", "fraction")
            factor = 0.01
        default: return nil
        }
    }
}
