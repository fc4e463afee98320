import GarminExport
import PluginKit

/// Reads account exports of Garmin.
@main
struct GarminImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try GarminReader.read(file, into: &batches)
    }
}
