import CivilTime
import PluginKit
import Randomness

/// A sample of a file to import.
struct SimulatedSample: Hashable, Comparable {
    var metric: Metric
    var source: Int
    /// The minute since 1970-01-01 at which the sample starts.
    var minute: Int
    var value: Double

    enum Metric: String, CaseIterable {
        case steps = "stepCount"
        case heartRate
        case mass = "bodyMass"

        var unit: String {
            switch self {
            case .steps: "count"
            case .heartRate: "count/min"
            case .mass: "kg"
            }
        }
    }

    var day: Int32 { Int32(minute / 1440) }

    static func < (a: Self, b: Self) -> Bool {
        (a.metric.rawValue, a.source, a.minute, a.value)
            < (b.metric.rawValue, b.source, b.minute, b.value)
    }

    fileprivate var line: String { "\(metric.rawValue),\(source),\(minute),\(value)" }

    fileprivate init?(_ line: String) {
        let fields = line.split(separator: ",")
        guard fields.count == 4, let metric = Metric(rawValue: String(fields[0])),
            let source = Int(fields[1]), let minute = Int(fields[2]), let value = Double(fields[3])
        else { return nil }
        (self.metric, self.source, self.minute, self.value) = (metric, source, minute, value)
    }

    init(_ metric: Metric, source: Int, minute: Int, value: Double) {
        (self.metric, self.source, self.minute, self.value) = (metric, source, minute, value)
    }

    /// The sample of a minute, which has the same value in each file.
    fileprivate init(_ metric: Metric, source: Int, minute: Int) {
        self.init(
            metric, source: source, minute: minute,
            value: Double((minute * 7 + source * 13) % 400 + 400) / 8)
    }
}

/// A text file with samples, damaged lines and lines that are ignored.
struct SampleFile {
    var samples: [SimulatedSample]
    var damaged = 0
    var ignored = 0
    /// True if the importer fails after half of the lines.
    var isBroken = false

    private static let brokenLine = "end of the importer"

    var text: String {
        var lines = samples.map(\.line)
        if isBroken { lines.insert(Self.brokenLine, at: lines.count / 2) }
        lines += (0..<damaged).map { "damaged \($0)" } + (0..<ignored).map { "# \($0)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Samples of some days, each with its own minute in its series.
    static func random(_ random: inout SplitMix64, days: ClosedRange<Int>) -> SampleFile {
        var samples: Set<SimulatedSample> = []
        for _ in 0..<random.below(4) + 1 {
            let metric = random.pick(SimulatedSample.Metric.allCases)
            // Days of metrics with several sources have merged sums, which the checkup compares.
            let source = metric == .heartRate ? random.below(2) : 0
            let day = days.lowerBound + random.below(days.count)
            var minute = day * 1440 + random.below(60)
            for _ in 0..<random.below(40) + 1 {
                samples.insert(SimulatedSample(metric, source: source, minute: minute))
                minute += 1 + random.below(30)
            }
        }
        return SampleFile(
            samples: samples.sorted().filter { days.contains(Int($0.day)) },
            damaged: random.happens(oneIn: 3) ? random.below(4) : 0,
            ignored: random.happens(oneIn: 3) ? random.below(4) : 0,
            isBroken: random.happens(oneIn: 5))
    }

    /// Reads such a file as an importer.
    static func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        for part in try file.parts() {
            _ = try part.readLines { line in
                guard line.text != brokenLine else {
                    // A batch has been sent before.
                    try batches.flush()
                    throw ImportProblem("The importer fails here.")
                }
                guard !line.text.hasPrefix("#") else { return batches.ignore(of: "comment") }
                guard let sample = SimulatedSample(line.text) else {
                    return try batches.quarantine(line, type: "line", reason: "it is damaged")
                }
                let series = try batches.series(
                    SeriesDescription(
                        metric: sample.metric.rawValue, unit: sample.metric.unit,
                        source: "source \(sample.source)"))
                let start = Int64(sample.minute) * 60_000
                try batches.append(
                    series, start: start, end: start + 60_000, value: sample.value, from: line)
            }
        }
    }
}
