import HealthAutoExport
import PluginKit

/// Reads JSON files of the app Health Auto Export.
@main
struct HealthAutoExportImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try HealthAutoExportReader.read(file, into: &batches)
    }
}
