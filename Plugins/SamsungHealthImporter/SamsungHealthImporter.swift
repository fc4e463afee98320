import PluginKit
import SamsungHealth

/// Reads exports of Samsung Health.
@main
struct SamsungHealthImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try SamsungReader.read(file, into: &batches)
    }
}
