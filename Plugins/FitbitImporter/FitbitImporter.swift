import Fitbit
import PluginKit

/// Reads Fitbit exports of Google Takeout.
@main
struct FitbitImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try FitbitReader.read(file, into: &batches)
    }
}
