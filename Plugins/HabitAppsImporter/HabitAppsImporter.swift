import HabitExports
import PluginKit

/// Reads the exports of Tickmate, Rewire and HabitBull.
@main
struct HabitAppsImporter: Importer {
    func read(_ file: ImportFile, into batches: inout SampleBatches) throws {
        try HabitAppReader.read(file, into: &batches)
    }
}
