import HealthAutoExport
import PluginKit

/// The importer of Health Auto Export files.
struct TestImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try HealthAutoExportReader.read(file, into: &batches)
    }
}

extension ImportTrial {
    init(_ text: String, zone: String? = nil) throws {
        try self.init(
            of: TestImporter(), reading: Array(text.utf8), named: "export.json", zone: zone)
    }

    /// A file with one metric.
    init(metric name: String, units: String, points: String) throws {
        try self.init(
            #"{"data": {"metrics": [{"data": [\#(points)], "units": "\#(units)", "name": "\#(name)"}]}}"#
        )
    }

    /// Start and end in seconds since the first start, and the value, of each sample.
    var spans: [[Double]] {
        let first = samples.first?.start ?? 0
        return samples.map {
            [Double($0.start - first) / 1000, Double($0.end - first) / 1000, $0.value]
        }
    }
}
