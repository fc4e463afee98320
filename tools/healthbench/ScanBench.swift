import AppleHealth
import Contracts
import Glibc
import PluginKit
import RPC

/// Measures reading an export and unpacking an archive.
enum ScanBench {
    /// Prints `items samples wall_s cpu_s`.
    static func scan(_ path: String, remembersHeads: Bool) throws -> String {
        let (start, processor) = (Stopwatch.wall, Stopwatch.processor)
        let sink = CountingSink()
        var scanner = ExportScanner(into: sink, isHeadCacheEnabled: remembersHeads)
        _ = try largestPart(of: path).read { try scanner.consume($0) }
        let report = try scanner.finish()
        let items = report.counts.values.reduce(0) { $0 + $1.read }
        return
            "\(items) \(sink.samples) \(Stopwatch.wall - start) \(Stopwatch.processor - processor)"
    }

    /// Prints `bytes wall_s cpu_s`.
    static func unpack(_ path: String) throws -> String {
        let (start, processor) = (Stopwatch.wall, Stopwatch.processor)
        var bytes = 0
        _ = try largestPart(of: path).read { bytes += $0.count }
        return "\(bytes) \(Stopwatch.wall - start) \(Stopwatch.processor - processor)"
    }

    private static func largestPart(of path: String) throws -> FilePart {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Status(.notFound, "\(path) cannot be opened.") }
        let job = ImportJob(
            endpoint: "", token: "", fileName: path, isFolder: false, zone: nil, zones: [],
            units: [:])
        let file = try ImportFile(descriptor: descriptor, job: job)
        guard let part = try file.parts().max(by: { $0.size < $1.size }) else {
            throw Status(.notFound, "\(path) has no file.")
        }
        return part
    }
}

/// Counts samples.
private final class CountingSink: ScanSink {
    private(set) var samples = 0

    func declare(_ series: ScannedSeries, index: Int32) {}
    func receive(_ batch: SampleBatch) { samples += batch.count }
    func receive(_ workout: ScannedWorkout) {}
    func receive(_ correlation: ScannedCorrelation) {}
    func receive(_ summary: ScannedActivitySummary) {}
    func receive(_ element: QuarantinedElement) {}
}
