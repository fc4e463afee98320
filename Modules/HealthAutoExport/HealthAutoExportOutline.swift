import JSON
import PluginKit

/// The names, units and time spans of the metrics of a file, and the sources of its workouts, which may stand
/// behind their points.
struct HealthAutoExportOutline {
    struct Metric: Hashable {
        var name = ""
        var units = ""
        var span = PointSpan()

        /// The type of its points in the import report.
        var type: String { name.isEmpty ? "Sample" : name }
    }

    /// The values that were found.
    private struct Found {
        var metrics: [Int: Metric] = [:]
        var workoutSources: [Int: String] = [:]
        /// The members of the workout that is being read.
        var workout = WorkoutMembers()

        /// True if a metric is known, or one more can be.
        func canAdd(_ metric: Int) -> Bool {
            metrics[metric] != nil || metrics.count < HealthAutoExportOutline.metricLimit
        }
    }

    private var found = Found()
    private var scanner: JSONElementScanner
    private let knownKeys = KnownKeys()

    /// The metrics by their index in the file.
    var metrics: [Int: Metric] { found.metrics }

    /// The sources of the workouts with a valid start and end by their index in the file.
    var workoutSources: [Int: String] { found.workoutSources }

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
    /// Workouts of a file that are read.
    static let workoutLimit = 100_000

    init() {
        scanner = JSONElementScanner { [knownKeys] (path: [JSONElementScanner.Step]) in
            knownKeys.note(path)
            return HealthAutoExportPath.choice(path)
        }
    }

    mutating func consume(_ block: UnsafeRawBufferPointer) throws {
        // Without a second reference, which a change would copy.
        var found = found
        self.found = Found()
        defer { self.found = found }
        try scanner.consume(block) { path, rest, _ in
            switch HealthAutoExportPath(path) {
            case .point(let index) where found.canAdd(index):
                var span = found.metrics[index]?.span ?? PointSpan()
                let length = PlainPoint.readAll(in: rest) { point in
                    span.add(secondOfDay: point.date.secondOfDay)
                    return true
                }
                // Stages state their own spans.
                guard length > 0 else { return PlainStage.readAll(in: rest) { _ in true } }
                found.metrics[index, default: Metric()].span = span
                return length
            case .heartRate: return PlainPoint.readAll(in: rest) { _ in true }
            case .position: return PlainPosition.readAll(in: rest) { _ in true }
            default: return 0
            }
        } _: { path, bytes, _ in
            switch HealthAutoExportPath(path) {
            case .metricName(let index) where found.canAdd(index):
                found.metrics[index, default: Metric()].name = Self.text(bytes)
            case .metricUnits(let index) where found.canAdd(index):
                found.metrics[index, default: Metric()].units = Self.text(bytes)
            case .point(let index) where found.canAdd(index):
                guard let date = JSONRecord(bytes)?.date("date") else { return }
                found.metrics[index, default: Metric()].span.add(secondOfDay: date.secondOfDay)
            case .workoutMember(_, let name): found.workout.add(name, bytes)
            case .workout(let index):
                let source = found.workout.read { record, _ in record.flatMap(Self.source) }
                guard found.workoutSources.count < Self.workoutLimit else { return }
                found.workoutSources[index] = source
            default: break
            }
        }
    }

    /// The source of a workout; nil without a valid start and end.
    private static func source(_ workout: JSONRecord) -> String? {
        guard workout.date("start") != nil, workout.date("end") != nil else { return nil }
        return workout.text("source") ?? HealthAutoExportSamples.defaultSource
    }

    /// The text of a JSON string; empty for other values.
    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        guard bytes.first == UInt8(ascii: "\"") else { return "" }
        return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            .replacing("\\/", with: "/")
    }
}
