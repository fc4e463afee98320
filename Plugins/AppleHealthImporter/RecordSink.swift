import AppleHealth
import PluginKit

/// Sends the items of the scanner.
final class RecordSink: ScanSink {
    private(set) var batches: SampleBatches
    var bytesRead: Int64 = 0
    private let size: Int64
    private let sizeOnDisk: Int64
    private var routes: RouteTable
    /// Number of unread files beside the export by kind.
    private let otherFiles: [String: Int]
    /// The declared series by the scanner's index.
    private var series: [SeriesHandle] = []

    /// `size` is the size of the XML in bytes, `sizeOnDisk` its packed size.
    init(
        _ batches: SampleBatches, size: Int64, sizeOnDisk: Int64, routes: RouteTable,
        otherFiles: [String: Int] = [:]
    ) {
        self.batches = batches
        self.otherFiles = otherFiles
        self.routes = routes
        self.size = size
        self.sizeOnDisk = sizeOnDisk
    }

    func declare(_ series: ScannedSeries, index: Int32) throws {
        let description = SeriesDescription(
            metric: series.metric, unit: series.unit, source: series.source,
            device: series.device, isManualEntry: series.isEntered, isPart: series.isPart,
            attributeElement: series.attributeElement)
        self.series.append(try batches.series(description))
    }

    func receive(_ batch: SampleBatch) throws {
        try setProgress()
        let samples = ColumnarSamples(
            series: batch.series.map { series[Int($0)] }, lengths: batch.lengths,
            starts: batch.starts, ends: batch.ends, values: batch.values,
            attributeSamples: batch.attributeSamples, attributeKinds: batch.attributeKinds,
            attributeTexts: batch.attributeTexts, texts: batch.texts)
        try batches.append(samples, from: location(""))
    }

    func receive(_ workout: ScannedWorkout) throws {
        let found = routes.claim(workout.routes)
        let routes = try workout.routes.map { path in
            try self.routes.summary(of: path) { name, reason in
                try batches.report(
                    "the route \(name): \(reason)",
                    at: ItemLocation(offset: 0, line: 0, text: ""))
            }
        }
        try batches.append(
            ImportedWorkout(workout, routes: routes), elements: workout.elements,
            files: found > 0 ? [RouteTable.kind: found] : [:], from: location(workout.type))
    }

    func receive(_ correlation: ScannedCorrelation) throws {
        try batches.append(
            ImportedCorrelation(correlation), elements: correlation.elements,
            from: location(correlation.type))
    }

    func receive(_ summary: ScannedActivitySummary) throws {
        try batches.append(
            ImportedActivitySummary(
                day: summary.day, values: summary.values, goals: summary.goals,
                energyUnit: summary.unit, exported: summary.exported),
            from: location(summary.day))
    }

    func receive(_ element: QuarantinedElement) throws {
        let location = ItemLocation(
            offset: element.offset, line: element.line, text: Self.text(element.bytes))
        try batches.quarantine(location, type: element.type, reason: element.reason)
    }

    /// The location of an item that the scanner has accepted: near the current position.
    private func location(_ text: String) -> ItemLocation {
        ItemLocation(offset: bytesRead, line: 0, text: text)
    }

    /// Sends the report of the scanner.
    func finish(_ report: ScanReport, ending: FilePart.Ending, bytes: Int64) throws {
        guard report.roots > 0 else {
            throw ImportProblem(
                "The file ends before its health data begin.",
                hint: "Copy the file again from its origin, and compare the sizes.")
        }
        try setProgress()
        for (type, counts) in report.counts { batches.ignore(counts.ignored, of: type) }
        batches.ignoreMetadata(report.ignoredMetadata)
        batches.countNested(report.nested.mapValues(ItemCounts.init))
        batches.countFiles(ignoredFiles)
        try batches.setUTCOffsets(report.offsetsByDay)
        for damage in report.damage {
            try batches.report(
                damage.reason,
                at: ItemLocation(offset: damage.offset, line: damage.line, text: ""),
                count: damage.count)
        }
        if case .damaged(let reason) = ending {
            batches.reportTruncation(reason, at: bytes)
        } else if report.isTruncated {
            batches.reportTruncation("the file ends before it is complete", at: bytes)
        }
    }

    private var ignoredFiles: [String: ItemCounts] {
        var files = otherFiles
        if routes.unclaimed > 0 { files[RouteTable.kind] = routes.unclaimed }
        return files.mapValues { ItemCounts(ignored: $0) }
    }

    private func setProgress() throws {
        // The size of a file in a damaged archive may be unknown.
        let share = size > 0 ? min(1, Double(bytesRead) / Double(size)) : 1
        try batches.reportProgress(bytesRead: Int64(Double(sizeOnDisk) * share), of: sizeOnDisk)
    }

    /// The bytes as text; if they are not UTF-8, bytes above ASCII are written as `\xff`.
    private static func text(_ bytes: [UInt8]) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        return bytes.reduce(into: "") { text, byte in
            text +=
                byte < 0x80
                ? String(UnicodeScalar(byte)) : "\\x" + String(byte, radix: 16)
        }
    }
}

extension ItemCounts {
    /// The nested elements that are not stored; the others are counted with the samples and rows.
    fileprivate init(_ nested: ScanReport.NestedCounts) {
        self.init(
            duplicate: nested.duplicate, quarantined: nested.quarantined, ignored: nested.ignored)
    }
}
