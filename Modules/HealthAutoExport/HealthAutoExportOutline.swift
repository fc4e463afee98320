import JSON
import PluginKit

/// The names, units and time spans of the metrics of a file, which may stand behind their points.
struct HealthAutoExportOutline {
    struct Metric: Hashable {
        var name = ""
        var units = ""
        var span = PointSpan()

        /// The type of its points in the import report.
        var type: String { name.isEmpty ? "Sample" : name }
    }

    /// The metrics by their index in the file.
    private(set) var metrics: [Int: Metric] = [:]
    private var scanner: JSONElementScanner
    private let knownKeys = KnownKeys()

    /// True if the file has a key of the app at its top.
    var hasKnownKeys: Bool { knownKeys.areFound }

    /// Notes if the scanned part of a file has a key of the app at its top: `data`, or one of its lists, which
    /// some versions do not have in `data`.
    private final class KnownKeys {
        private(set) var areFound = false

        private static let names: Set<String> = [
            "data", "metrics", "workouts", "stateOfMind", "medications", "symptoms",
            "cycleTracking", "ecg", "heartRateNotifications",
        ]

        func note(_ path: [JSONElementScanner.Step]) {
            if path.count == 1, case .key(let name) = path[0] {
                areFound = areFound || Self.names.contains(name)
            } else if path.count == 2, path[0] == .key("data"), case .index = path[1] {
                // `data` of the app is an object.
                areFound = false
            }
        }
    }

    private static let metricLimit = 10_000

    init() {
        scanner = JSONElementScanner { [knownKeys] path in
            knownKeys.note(path)
            switch HealthAutoExportPath(path) {
            case .metricName, .metricUnits, .point: return true
            default: return false
            }
        }
    }

    mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        var metrics = metrics
        try scanner.consume(block) { path, rest, _ in
            guard let index = HealthAutoExportPath.metric(ofPoint: path),
                metrics[index] != nil || metrics.count < Self.metricLimit
            else { return 0 }
            var span = metrics[index]?.span ?? PointSpan()
            let length = PlainPoint.readAll(in: rest) { point in
                span.add(secondOfDay: point.date.secondOfDay)
                return true
            }
            if length > 0 { metrics[index, default: Metric()].span = span }
            return length
        } _: { path, bytes, _ in
            switch HealthAutoExportPath(path) {
            case .metricName(let index): metrics[index, default: Metric()].name = Self.text(bytes)
            case .metricUnits(let index): metrics[index, default: Metric()].units = Self.text(bytes)
            case .point(let index) where metrics.count < Self.metricLimit:
                guard let date = JSONRecord(bytes)?.date("date") else { return }
                metrics[index, default: Metric()].span.add(secondOfDay: date.secondOfDay)
            default: break
            }
        }
        self.metrics = metrics
    }

    /// The text of a JSON string; empty for other values.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.first == UInt8(ascii: "\"") else { return "" }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            .replacing("\\/", with: "/")
    }
}

/// The meaning of a value by its path in a file.
enum HealthAutoExportPath: Hashable {
    case metricName(Int)
    case metricUnits(Int)
    case point(Int)
    case workout
    /// An element of another list, such as `symptoms`.
    case other(String)

    init?(_ path: [JSONElementScanner.Step]) {
        // Lists are in `data`; some versions also have them at the top.
        let first = path.first == .key("data") ? 1 : 0
        let count = path.count - first
        guard count >= 2, case .key(let list) = path[first],
            case .index(let index) = path[first + 1]
        else { return nil }
        if list == "metrics" {
            if count == 3, path[first + 2] == .key("name") {
                self = .metricName(index)
            } else if count == 3, path[first + 2] == .key("units") {
                self = .metricUnits(index)
            } else if count == 4, path[first + 2] == .key("data") {
                self = .point(index)
            } else {
                return nil
            }
        } else if count == 2 {
            self = list == "workouts" ? .workout : .other(list)
        } else {
            return nil
        }
    }

    /// The metric of the path of a wanted value, if the value is a point; nil for the others, which are
    /// the only ones with a shorter path or with a key at its end.
    static func metric(ofPoint path: [JSONElementScanner.Step]) -> Int? {
        guard path.count >= 4, case .index = path[path.count - 1],
            case .index(let metric) = path[path.count - 3]
        else { return nil }
        return metric
    }
}
