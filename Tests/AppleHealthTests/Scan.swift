import HealthMetrics

@testable import AppleHealth

/// The items and the report of a scan, for comparison.
struct Scan: Equatable {
    var samples: [Sample] = []
    var workouts: [ScannedWorkout] = []
    var correlations: [ScannedCorrelation] = []
    var summaries: [ScannedActivitySummary] = []
    var quarantined: [QuarantinedElement] = []
    var report = ScanReport()

    struct Sample: Hashable {
        var series: ScannedSeries
        var start: Int64
        var end: Int64
        var value: Double
        var attributes: [ScannedAttribute: String] = [:]
    }

    init() {}

    /// Scans `bytes` in blocks of a size.
    init(
        _ bytes: [UInt8], block: Int = .max, remembersHeads: Bool = true,
        maximumElement: Int = ExportScanner.maximumElement, units: CanonicalUnits = .init()
    ) throws {
        let sink = CollectingSink()
        var scanner = ExportScanner(
            into: sink, units: units, isHeadCacheEnabled: remembersHeads,
            maximumElement: maximumElement)
        var rest = bytes[...]
        while !rest.isEmpty {
            // A copy of exact size, so that the address sanitizer finds reads beyond the block.
            let part = Array(rest.prefix(block))
            try part.withUnsafeBytes { try scanner.consume($0) }
            rest = rest.dropFirst(part.count)
        }
        sink.scan.report = try scanner.finish()
        self = sink.scan
    }

    /// Scans a root with `body`.
    init(body: String, remembersHeads: Bool = true) throws {
        try self.init(
            Array("<HealthData>\n\(body)\n</HealthData>".utf8), remembersHeads: remembersHeads)
    }

    /// The scan without its measurements.
    var items: Scan {
        var items = self
        items.report.headHits = 0
        return items
    }

    var parts: [Sample] { samples.filter(\.series.isPart) }
    var values: [Double] { samples.map(\.value) }
    var reasons: [String] { quarantined.map(\.reason) }
}

final class CollectingSink: ScanSink {
    var scan = Scan()
    private var series: [ScannedSeries] = []

    func declare(_ series: ScannedSeries, index: Int32) {
        precondition(Int(index) == self.series.count)
        self.series.append(series)
    }

    func receive(_ batch: SampleBatch) {
        precondition(batch.count <= SampleBatch.capacity)
        precondition(batch.lengths.reduce(0, +) == Int32(batch.count))
        let first = scan.samples.count
        var index = 0
        for (number, length) in zip(batch.series, batch.lengths) {
            for _ in 0..<length {
                scan.samples.append(
                    Scan.Sample(
                        series: series[Int(number)], start: batch.starts[index],
                        end: batch.ends[index], value: batch.values[index]))
                index += 1
            }
        }
        for (i, sample) in batch.attributeSamples.enumerated() {
            guard let kind = ScannedAttribute(rawValue: batch.attributeKinds[i]) else { continue }
            let text = batch.texts[Int(batch.attributeTexts[i])]
            scan.samples[first + Int(sample)].attributes[kind] = text
        }
    }

    func receive(_ workout: ScannedWorkout) { scan.workouts.append(workout) }
    func receive(_ correlation: ScannedCorrelation) { scan.correlations.append(correlation) }
    func receive(_ summary: ScannedActivitySummary) { scan.summaries.append(summary) }
    func receive(_ element: QuarantinedElement) { scan.quarantined.append(element) }
}

/// A record of the usual form.
func record(
    type: String = "HKQuantityTypeIdentifierStepCount", unit: String? = "count",
    value: String? = "7", source: String = "Phone", device: String? = nil,
    start: String = "2026-01-05 08:00:00 +0100", end: String = "2026-01-05 08:05:00 +0100",
    children: String? = nil
) -> String {
    var text = #"<Record type="\#(type)" sourceName="\#(source)" sourceVersion="26""#
    if let device { text += #" device="\#(device)""# }
    if let unit { text += #" unit="\#(unit)""# }
    text += #" creationDate="2026-01-05 08:05:10 +0100" startDate="\#(start)" endDate="\#(end)""#
    if let value { text += #" value="\#(value)""# }
    return text + (children.map { ">\n  \($0)\n </Record>" } ?? "/>")
}

func metadata(_ key: String, _ value: String) -> String {
    #"<MetadataEntry key="\#(key)" value="\#(value)"/>"#
}

/// 2026-01-05 08:00:00 +0100.
let morning: Int64 = 1_767_596_400_000
