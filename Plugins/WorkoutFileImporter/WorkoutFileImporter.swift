import PluginKit
import WorkoutFiles

/// Reads GPX, TCX and FIT files, alone or in a zip archive, also packed with gzip.
@main
struct WorkoutFileImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try WorkoutFile.read(file, into: &batches)
    }
}
