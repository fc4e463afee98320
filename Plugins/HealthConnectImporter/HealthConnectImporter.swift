import HealthConnect
import PluginKit
import SQLiteFiles

/// Reads exports of Android's Health Connect.
@main
struct HealthConnectImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        SQLiteFile.limitMemory()
        try HealthConnectReader.read(file, into: &batches)
    }
}
