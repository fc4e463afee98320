import PluginKit
import WorkoutFiles

/// The importer of workout files.
struct TestImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try WorkoutFile.read(file, into: &batches)
    }
}

extension ImportTrial {
    init(_ text: String, named name: String) throws {
        try self.init(of: TestImporter(), reading: Array(text.utf8), named: name)
    }

    init(_ bytes: [UInt8], named name: String = "run.fit") throws {
        try self.init(of: TestImporter(), reading: bytes, named: name)
    }

    /// The values of a metric in the order of the file.
    func values(_ metric: String) -> [Double] {
        samples.filter { $0.metric == metric }.map(\.value)
    }
}
