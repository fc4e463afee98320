import JSON
import PluginKit

/// The names, units and time spans of the metrics of a file, which may stand behind their points.
struct HealthAutoExportOutline {
    struct Metric: Hashable {
        var name = ""
        var units = ""
        var bucket = Bucket()
    }

    /// The metrics by their index in the file.
    private(set) var metrics: [Int: Metric] = [:]
    private var scanner: JSONElementScanner

    private static let metricLimit = 10_000

    init() {
        scanner = JSONElementScanner { path in
            switch HealthAutoExportPath(path) {
            case .metricName, .metricUnits, .point: true
            default: false
            }
        }
    }

    mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        var metrics = metrics
        try scanner.consume(block) { path, bytes, _ in
            switch HealthAutoExportPath(path) {
            case .metricName(let index): metrics[index, default: Metric()].name = Self.text(bytes)
            case .metricUnits(let index): metrics[index, default: Metric()].units = Self.text(bytes)
            case .point(let index) where metrics.count < Self.metricLimit:
                guard let date = Self.date(bytes) else { return }
                metrics[index, default: Metric()].bucket.add(secondOfDay: date.secondOfDay)
            default: break
            }
        }
        self.metrics = metrics
    }

    /// The date of a point. The first pass does not parse points in the usual form.
    private static func date(_ bytes: UnsafeRawBufferPointer) -> HealthAutoExportDate.Parsed? {
        let start = usualStart.utf8CodeUnitCount
        if bytes.count > start + HealthAutoExportDate.length,
            bytes.prefix(start).elementsEqual(
                UnsafeBufferPointer(start: usualStart.utf8Start, count: start)),
            let date = HealthAutoExportDate.parse(
                UnsafeRawBufferPointer(
                    rebasing: bytes[start..<(start + HealthAutoExportDate.length)]
                ).assumingMemoryBound(to: UInt8.self))
        {
            return date
        }
        return JSONRecord(bytes)?.date("date")
    }

    private static let usualStart: StaticString = #"{"date":""#

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
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
        let steps = path.first == .key("data") ? path.dropFirst() : path[...]
        let rest = Array(steps)
        guard rest.count >= 2, case .key(let list) = rest[0], case .index(let index) = rest[1]
        else { return nil }
        if list == "metrics" {
            if rest.count == 3, rest[2] == .key("name") {
                self = .metricName(index)
            } else if rest.count == 3, rest[2] == .key("units") {
                self = .metricUnits(index)
            } else if rest.count == 4, rest[2] == .key("data") {
                self = .point(index)
            } else {
                return nil
            }
        } else if rest.count == 2 {
            self = list == "workouts" ? .workout : .other(list)
        } else {
            return nil
        }
    }
}
