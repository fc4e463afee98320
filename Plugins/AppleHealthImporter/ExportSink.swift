import AppleHealth
import Contracts
import Metrics
import PluginKit
import RPC

/// Sends the items of the scanner.
final class ExportSink: ScanSink {
    private(set) var batches: SampleBatches
    var bytesRead: Int64 = 0
    private let size: Int64
    private let sizeOnDisk: Int64
    private var routes: RouteTable
    /// Number of unread files beside the export by kind.
    private let otherFiles: [String: Int]

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

    func declare(_ series: ScannedSeries, index: Int32) {
        let source = SourceName(series.source)
        let key = SeriesKey(
            metric: series.metric, unit: series.unit, source: source.shown,
            sourceKey: source.compared, device: series.device, isEntered: series.isEntered)
        // The scanner numbers its series as the batches do. Beats have the manual-entry mark of their
        // measurement.
        let isBeats = series.isPart && series.metric == HeartbeatSeries.metric
        _ = batches.declare(
            key, isCounted: !series.isPart, metadataElement: isBeats ? nil : "MetadataEntry")
    }

    func receive(_ batch: SampleBatch) throws {
        try setProgress()
        var columns = [
            Column("series", batch.series), Column("length", batch.lengths),
            Column("start", batch.starts), Column("end", batch.ends),
            Column("value", batch.values),
        ]
        if !batch.attributeSamples.isEmpty {
            columns += [
                Column("attributeSample", batch.attributeSamples),
                Column("attributeKind", batch.attributeKinds),
                Column("attributeText", batch.attributeTexts),
            ]
        }
        try batches.send(columns, texts: batch.texts)
    }

    func receive(_ workout: ScannedWorkout) throws {
        let found = routes.claim(workout.routes)
        let parts = Batches.RowParts(
            nested: workout.elements, files: found > 0 ? [RouteTable.kind: found] : [:])
        try batches.append(.workout(Workout(workout, routes: routes)), parts: parts)
    }

    func receive(_ correlation: ScannedCorrelation) throws {
        try batches.append(
            .correlation(Correlation(correlation)),
            parts: Batches.RowParts(nested: correlation.elements))
    }

    func receive(_ summary: ScannedActivitySummary) throws {
        try batches.append(
            .activitySummary(
                ActivitySummary(
                    day: summary.day, values: summary.values, goals: summary.goals,
                    unit: summary.unit, exported: summary.exported)))
    }

    func receive(_ element: QuarantinedElement) throws {
        let location = ItemLocation(
            offset: element.offset, line: element.line, text: Self.text(element.bytes))
        try batches.quarantine(location, type: element.type, reason: element.reason)
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
        try batches.updateBatch { batch in
            batch.ignoredMetadata = report.ignoredMetadata
            batch.nested = report.nested.mapValues(ImportReport.Counts.init)
            batch.files = ignoredFiles
            batch.offsets = report.offsets.map { .init(day: $0.key, seconds: $0.value) }
            batch.problems += report.damage.map {
                ImportReport.Problem(
                    offset: $0.offset, line: $0.line, reason: $0.reason, count: $0.count)
            }
            batch.problems += routes.damaged.map {
                ImportReport.Problem(
                    offset: 0, line: 0, reason: "the route \($0.name): \($0.reason)", count: 1)
            }
        }
        if case .damaged(let reason) = ending {
            batches.reportTruncation(reason, at: bytes)
        } else if report.isTruncated {
            batches.reportTruncation("the file ends before it is complete", at: bytes)
        }
    }

    private var ignoredFiles: [String: ImportReport.Counts] {
        var files = otherFiles
        if routes.unclaimed > 0 { files[RouteTable.kind] = routes.unclaimed }
        return files.mapValues { ImportReport.Counts(read: $0, ignored: $0) }
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

extension ImportReport.Counts {
    /// The nested elements that are not stored; the others are counted with the samples and rows.
    fileprivate init(_ nested: ScanReport.NestedCounts) {
        self.init(
            read: nested.read - nested.emitted, duplicate: nested.duplicate,
            quarantined: nested.quarantined, ignored: nested.ignored)
    }
}
