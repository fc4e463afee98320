import GoogleFit
import PluginKit

/// Reads Google Fit from Google Takeout.
@main
struct GoogleFitImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try GoogleFitReader.read(file, into: &batches)
    }
}
