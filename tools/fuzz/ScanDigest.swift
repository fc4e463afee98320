import AppleHealth
import CivilTime
import HealthMetrics

/// A summary of a scan's results that is fast to compare.
struct ScanDigest: Equatable {
    /// Starts of the samples.
    var starts: [Int64] = []
    var values: [Double] = []
    private var rest = 0

    private static let maximumElement = 4096

    static func of(_ text: String) -> Self {
        var text = text
        return text.withUTF8 {
            of(UnsafeRawBufferPointer($0), block: $0.count, remembersHeads: true)
        }
    }

    static func of(
        _ bytes: UnsafeRawBufferPointer, block: Int, remembersHeads: Bool
    ) -> Self {
        let sink = DigestingSink()
        var scanner = ExportScanner(
            into: sink, isHeadCacheEnabled: remembersHeads, maximumElement: maximumElement)
        do {
            var rest = bytes
            while !rest.isEmpty {
                // An exact copy, so that sanitizers detect reads beyond its end.
                let part = Array(rest.prefix(max(1, block)))
                try part.withUnsafeBytes { try scanner.consume($0) }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
            }
            var report = try scanner.finish()
            report.headHits = 0
            sink.hasher.combine(report)
        } catch {
            FuzzCase.fail("a scan ends with \(error)")
        }
        var digest = sink.digest
        digest.rest = sink.hasher.finalize()
        return digest
    }

    fileprivate mutating func add(_ batch: SampleBatch) {
        starts += batch.starts
        values += batch.values
    }
}

private final class DigestingSink: ScanSink {
    var digest = ScanDigest()
    var hasher = Hasher()

    func declare(_ series: ScannedSeries, index: Int32) { hasher.combine(series) }

    func receive(_ batch: SampleBatch) {
        guard batch.lengths.reduce(0, +) == Int32(batch.count), batch.count == batch.values.count,
            batch.count == batch.ends.count
        else { FuzzCase.fail("the columns of a batch differ in length") }
        guard batch.values.allSatisfy(\.isMeasurable),
            (batch.starts + batch.ends).allSatisfy(measurableInstants.contains),
            zip(batch.starts, batch.ends).allSatisfy({ $0 <= $1 })
        else { FuzzCase.fail("an invalid sample") }
        digest.add(batch)
        hasher.combine(batch.series)
        hasher.combine(batch.lengths)
        hasher.combine(batch.ends)
        hasher.combine(batch.attributeSamples)
        hasher.combine(batch.attributeKinds)
        for text in batch.attributeTexts { hasher.combine(batch.texts[Int(text)]) }
    }

    func receive(_ workout: ScannedWorkout) { hasher.combine(workout) }
    func receive(_ correlation: ScannedCorrelation) { hasher.combine(correlation) }
    func receive(_ summary: ScannedActivitySummary) { hasher.combine(summary) }
    func receive(_ element: QuarantinedElement) { hasher.combine(element) }
}
