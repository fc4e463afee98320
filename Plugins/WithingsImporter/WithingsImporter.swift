import PluginKit
import Withings

/// Reads the data archive of a Withings account.
@main
struct WithingsImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try WithingsReader.read(file, into: &batches)
    }
}
