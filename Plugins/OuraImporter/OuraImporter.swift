import Oura
import PluginKit

/// Reads exports of Oura.
@main
struct OuraImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try OuraReader.read(file, into: &batches)
    }
}
